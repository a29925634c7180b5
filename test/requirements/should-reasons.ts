import type { RequirementId } from './requirements.js'

/**
 * The SHOULD requirements that no test of a library could show, each with who meets them instead, and what the library does for
 * that: what follows a colon, without a period at the end. A test that verifies one takes its line away.
 */
export const shouldReasons = {
  'VER-31': `what happens without an extension is written down by who makes it; docs/extensions.md says what a client gets that did \
not declare one, and what becomes of calls without tasks`,
  'SSE-08': `whether to go on with the deprecated transport is decided by who runs a server or a client; the endpoints are there for \
old clients and are switched off by sseEndpoints: false`,
  'HTTP-65': `Omniport is no intermediary that enforces a policy; its own server compares the headers of every 2026-07-28 request \
with the body, so a gateway before it may rely on that revision`,
  'RES-16': `whether a client could fetch a resource by itself is known to who writes the server; the library serves a resource \
under whatever URI it is given`,
  'ROOT-12': `advice to who writes servers and hosts; the option roots says that the protocol deprecates it`,
  'ICON-02':
    'Omniport draws no icons; fetching and drawing them is up to the host, which finds their addresses and types in the lists',
  'AUTH-37': 'a duty of authorization servers; the client checks iss wherever it comes',
  'EMA-11': `signing on at the identity provider is the host's; the client starts from the token that the host got, and keeps \
neither`,
  'DEPR-03': `whether to use a deprecated feature is decided by who writes a server or a host; each says so where it is declared \
(DEPR-05)`,
} as const satisfies Partial<Record<RequirementId, string>>
