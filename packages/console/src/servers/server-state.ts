import type { Server } from '../api/contract.js'

export type Tone = 'good' | 'warn' | 'bad' | 'ask' | 'off'

const words: Readonly<Record<Server['state'], string>> = {
  idle: 'not started',
  starting: 'starting',
  ready: 'ready',
  unresponsive: 'not answering',
  lost: 'lost',
  failed: 'failed',
  denied: 'not allowed',
  invalid: 'invalid entry',
  disabled: 'disabled',
  stopped: 'stopped',
}

const tones: Readonly<Record<Server['state'], Tone>> = {
  idle: 'off',
  starting: 'warn',
  ready: 'good',
  unresponsive: 'warn',
  lost: 'bad',
  failed: 'bad',
  denied: 'bad',
  invalid: 'bad',
  disabled: 'off',
  stopped: 'off',
}

/** The colour of a server, which has a meaning. */
export function toneOf({ state, isSigningIn }: Server): Tone {
  return isSigningIn ? 'warn' : tones[state]
}

/** The state of a server in a few words; of one that failed, why. */
export function wordsOf(server: Server): string {
  if (server.isSigningIn) return 'signing in'
  if (server.state === 'ready') return server.transport
  if (server.state === 'failed' || server.state === 'lost') return shortReason(server) ?? words[server.state]
  return words[server.state]
}

/** What of a reason has room in the list of servers. */
function shortReason({ reason }: Server): string | undefined {
  const [, code] = /exited with code (\d+)/.exec(reason ?? '') ?? []
  if (code !== undefined) return `exited ${code}`
  const start = /^(Could not start|Cannot reach)/.exec(reason ?? '')?.[0]
  return (start?.toLowerCase() ?? reason)?.slice(0, 40)
}

/** The state in full, for whoever does not see the colour. */
export function stateName({ state, isSigningIn }: Server): string {
  return isSigningIn ? 'signing in' : words[state]
}
