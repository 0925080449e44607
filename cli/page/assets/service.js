// The service worker of a site: keeps the page, so that it opens without a network. A new version of the page is fetched
// beside the old one, and shown when the page is opened next.

const KEPT = "bingo-VERSION";
const FILES = ["./", "bingo.webmanifest", "icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const others = async () => (await caches.keys()).filter((name) => name.startsWith("bingo-") && name !== KEPT);
  event.waitUntil(others().then((names) => Promise.all(names.map((name) => caches.delete(name)))));
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const asked = request.mode === "navigate" ? "./" : request;
  event.respondWith(caches.match(asked).then((found) => found || fetch(request)));
});
