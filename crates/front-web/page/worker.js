// Caches the page for the next visit: everything of one build, named by its content. The build fills in
// `BUILD` and `FILES`.

const BUILD = "{{build}}", FILES = {{files}};

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(BUILD);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== BUILD) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  const answer = async () => (await caches.match(event.request, { ignoreSearch: true, cacheName: BUILD })) ?? fetch(event.request);
  event.respondWith(answer());
});
