import type { RequirementId } from './requirements.js'

const authorizationServer =
  'a duty of authorization servers, and Omniport has none: it checks their tokens and asks for them'
const proxy =
  'a duty of servers that are authorization servers to their clients as well; Omniport validates tokens of others'
const icons =
  'Omniport draws no icons; fetching and drawing them is up to the host, which finds their addresses in the lists'

/**
 * The MUST requirements that no test verifies, each with the reason: what follows a colon, without a period at the end. A test that
 * verifies one takes its line away.
 */
export const knownGaps = {
  'HTTP-64':
    'a duty of intermediaries that pass HTTP on; the gateway ends each request, refuses wrong headers with 400, and sends one of its own',
  'ELI-26':
    "the page behind the URL is the application's; the server gives it an id to compare, and cannot see who opens it",
  'ELI-31': 'what the page behind the URL learns stays with the application; the server sends nothing of it by itself',
  'ICON-01': icons,
  'ICON-03': icons,
  'ICON-04': icons,
  'AUTH-03': 'a transport of your own is secured by whoever makes it; the library gives it the principal that it names',
  'AUTH-04': authorizationServer,
  'AUTH-23': authorizationServer,
  'AUTH-54': authorizationServer,
  'EMA-04': authorizationServer,
  'EMA-05': authorizationServer,
  'EMA-07': authorizationServer,
  'EMA-08': authorizationServer,
  'EMA-09': authorizationServer,
  'EMA-10': authorizationServer,
  'AUTH-09': proxy,
  'AUTH-59': proxy,
  'SEC-01': proxy,
  'SEC-02': proxy,
  'SEC-03': proxy,
  'SEC-04': proxy,
  'APPS-22': 'only its author knows the hosts that a server is for; the option domain is sent as it is given',
  'SKILL-32':
    'the host of Omniport runs no code for a skill, and each call of a tool needs consent; what else runs code is up to the application',
  'SKILL-39': 'Omniport keeps no content of skills on disk; what was read lives as long as the skill that was loaded',
} as const satisfies Partial<Record<RequirementId, string>>
