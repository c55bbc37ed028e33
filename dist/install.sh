#!/bin/sh
# Installs Undercroft from a package that was downloaded before:
#   sh install.sh undercroft-VERSION-TARGET.tar.gz [FOLDER]
# The programs go to FOLDER/bin, the rest to FOLDER/share. FOLDER is ~/.local where none is named.
set -eu

stop() {
    echo "install.sh: $1" >&2
    exit 1
}

[ $# -ge 1 ] && [ $# -le 2 ] || stop "name the package, and if you like the folder to install to"
package=$1
folder=${2:-${HOME:?}/.local}
[ -f "$package" ] || stop "there is no file $package"

# A package beside its list of sums is checked.
sums=$(dirname "$package")/SHA256SUMS
name=$(basename "$package")
if [ -f "$sums" ] && command -v sha256sum >/dev/null; then
    wanted=$(awk -v name="$name" '$2 == name { print $1 }' "$sums")
    found=$(sha256sum "$package" | awk '{ print $1 }')
    [ "$wanted" = "$found" ] || stop "$name is not the file that SHA256SUMS names; nothing was installed"
fi

unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
tar -xzf "$package" -C "$unpacked"
top=$(echo "$unpacked"/*)
"$top/undercroft" --version >/dev/null 2>&1 || stop "this package is for another kind of machine; nothing was installed"

place() {
    mkdir -p "$folder/$2"
    cp "$top/$1" "$folder/$2/$3"
}
mkdir -p "$folder/bin"
for program in undercroft-archive undercroft; do
    cp "$top/$program" "$folder/bin/.$program.new"
    mv "$folder/bin/.$program.new" "$folder/bin/$program"
done
for module in "$top"/archive/*; do
    place "archive/$(basename "$module")" share/undercroft/archive "$(basename "$module")"
done
for page in "$top"/man/*; do
    place "man/$(basename "$page")" share/man/man1 "$(basename "$page")"
done
for page in "$top"/*.md "$top"/LICEN*; do
    place "$(basename "$page")" share/doc/undercroft "$(basename "$page")"
done
place completions/undercroft.bash share/bash-completion/completions undercroft
place completions/_undercroft share/zsh/site-functions _undercroft
place completions/undercroft.fish share/fish/vendor_completions.d undercroft.fish
echo "$("$folder/bin/undercroft" --version) is installed as $folder/bin/undercroft"
case ":$PATH:" in
    *":$folder/bin:"*) ;;
    *) echo "$folder/bin is not in PATH; add it to start the program by its name" ;;
esac
