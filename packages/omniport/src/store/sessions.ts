import type { Records } from './records.js'

/**
 * The sessions of legacy revisions over HTTP, by session id, and the counts of `limitRate`. Any node serves a request of any
 * session, so that nobody takes the lease of one.
 */
export interface Sessions extends Records {}
