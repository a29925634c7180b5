import type { Implementation } from '../protocol/peer.js'

/** How a client names itself where it is given no name. */
export const library: Implementation = Object.freeze({ name: 'omniport', version: '0.1.0' })
