import type { RequirementId } from '../requirements.js'

/** Requirements that code fulfils which does not know the revision. */
export interface SameInEachRevision {
  readonly ids: readonly RequirementId[]
  /** The files and folders of that code: none of them may name a revision. */
  readonly code: readonly string[]
  /** What they are about: what follows a colon, without a period at the end. */
  readonly reason: string
}

const auth = 'packages/omniport/src/auth'
const library = 'packages/omniport/src'

/**
 * The MUSTs of several revisions that need no test in each of them, because no revision reaches what fulfils them. A test reads the
 * code for that.
 */
export const sameInEachRevision: readonly SameInEachRevision[] = [
  {
    ids: ['BASE-30', 'BASE-32'],
    code: [`${library}/protocol/meta/is-meta-key.ts`],
    reason: 'one function says which keys `_meta` may have',
  },
  {
    ids: ['JSCH-03'],
    code: [`${library}/schema/preflight`],
    reason: 'schemas are read when a server is defined, before there is a client',
  },
  {
    ids: ['AUTH-10', 'AUTH-13'],
    code: [`${library}/transport/http/auth`],
    reason: 'metadata of a protected resource are a page beside the endpoint, and are named where access is refused',
  },
  {
    ids: ['AUTH-41', 'EMA-12'],
    code: [`${auth}/resource`],
    reason: 'who a token is for is read from the token, before the message is read',
  },
  {
    ids: ['AUTH-14', 'AUTH-17', 'AUTH-18', 'AUTH-32', 'AUTH-55'],
    code: [
      `${auth}/client/challenge`,
      `${auth}/client/discovery/canonical-resource.ts`,
      `${auth}/client/discovery/find-authorization-server.ts`,
      `${auth}/client/discovery/find-resource-metadata.ts`,
      `${auth}/client/discovery/parse-server-metadata.ts`,
      `${auth}/resource/jwt`,
    ],
    reason: 'the metadata of authorization servers are found by the address of a server and its challenge',
  },
  {
    ids: ['AUTH-22', 'AUTH-42', 'AUTH-58', 'CC-01', 'CC-02', 'CC-03', 'CC-05', 'EMA-01', 'EMA-06'],
    code: [
      `${auth}/client/grants`,
      `${auth}/client/registration`,
      `${auth}/client/token-endpoint`,
      `${auth}/client/tokens`,
      `${library}/client/auth`,
    ],
    reason: 'a client and an authorization server speak OAuth with each other, and nothing of this protocol',
  },
  {
    ids: ['AUTH-57'],
    code: [`${auth}/node`, `${auth}/client/tokens`, `${auth}/client/token-endpoint`],
    reason: 'tokens are kept by the address of a server',
  },
  {
    ids: ['SEC-06', 'SEC-13'],
    code: [`${auth}/ssrf-guard`, `${auth}/node/ssrf-guard`, `${auth}/node/browser`],
    reason: 'addresses are checked by what they are, whoever gave them',
  },
  {
    ids: ['SEC-10'],
    code: [`${library}/host/consent`, `${library}/host/servers/approve-start.ts`],
    reason: 'a command is shown before it is started, and so before there is a revision',
  },
  {
    ids: [
      'APPS-10',
      'APPS-11',
      'APPS-12',
      'APPS-13',
      'APPS-14',
      'APPS-15',
      'APPS-16',
      'APPS-17',
      'APPS-25',
      'APPS-26',
      'APPS-29',
      'APPS-31',
    ],
    code: ['packages/app/src'],
    reason: 'a view and the page around it speak a protocol of their own',
  },
]
