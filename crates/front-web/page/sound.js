// Synthesized sounds: a few tones for each kind of event. Silent until the player turns them on.

// Wave form, volume, and consecutive tones: from which pitch to which, for how many seconds.
const SOUNDS = {
  step: ["sine", 0.05, [120, 90, 0.04]],
  hit: ["square", 0.08, [240, 90, 0.09]],
  hurt: ["sawtooth", 0.1, [160, 60, 0.18]],
  gain: ["triangle", 0.12, [520, 660, 0.07], [780, 990, 0.09]],
  win: ["triangle", 0.14, [392, 392, 0.14], [523, 523, 0.14], [659, 659, 0.14], [784, 784, 0.35]],
  loss: ["triangle", 0.14, [294, 294, 0.22], [262, 262, 0.22], [220, 196, 0.6]],
};
let audio = null;

export function play(name) {
  const [wave, volume, ...tones] = SOUNDS[name];
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  let at = audio.currentTime;
  for (const [from, to, long] of tones) {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.type = wave;
    tone.frequency.setValueAtTime(from, at);
    tone.frequency.linearRampToValueAtTime(to, at + long);
    gain.gain.setValueAtTime(volume, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + long);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop((at += long));
  }
}
