// Makes the playground available offline. The generator of the site sets version and files.
"use strict";

const version = "playground-{{version}}";
const files = {{files}};

self.addEventListener("install", (event) => {
  const requests = files.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(requests)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("playground-") && name !== version;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

const answer = async (request) => {
  const cache = await caches.open(version);
  const known = await cache.match(request, { ignoreSearch: true });
  if (known) return known;
  const response = await fetch(request);
  if (response.ok && request.url.endsWith("/o200k.bin")) await cache.put(request, response.clone());
  return response;
};

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.location.origin)) event.respondWith(answer(event.request));
});
