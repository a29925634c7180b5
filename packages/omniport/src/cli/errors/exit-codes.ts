/** Exit codes by failure; 0 is success. 2 (a server without an app) and 3 agree with other clients of the protocol. */
export const exitCodes = Object.freeze({
  usage: 1,
  invalid_config: 1,
  internal: 1,
  no_app: 2,
  auth: 3,
  unreachable: 4,
  closed: 4,
  timeout: 4,
  tool: 5,
  protocol: 5,
  invalid_result: 5,
  unsupported: 5,
  limit: 5,
  denied: 5,
  not_found: 5,
})

/** The `code` of an error on stderr. */
export type FailureCode = keyof typeof exitCodes
