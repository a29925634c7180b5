/**
 * The state of a server:
 * - `idle`: not needed yet.
 * - `starting`: waits for consent, starts or connects.
 * - `ready`: connected.
 * - `unresponsive`: connected, but it did not answer a ping.
 * - `lost`: the server or its connection ended; it is being started again.
 * - `failed`: it could not be started; the next use tries again, but not before `retryAt`.
 * - `denied`: a person or a policy refused to start it.
 * - `invalid`: its entry cannot be used; `reason` says why.
 * - `disabled`: its entry disables it.
 * - `stopped`: stopped by `stop`, until `start`.
 */
export type ServerState =
  | 'idle'
  | 'starting'
  | 'ready'
  | 'unresponsive'
  | 'lost'
  | 'failed'
  | 'denied'
  | 'invalid'
  | 'disabled'
  | 'stopped'
