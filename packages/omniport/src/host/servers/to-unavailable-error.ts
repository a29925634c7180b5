import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ServerState } from './server-status.js'
import type { StateChange } from './server-supervisor.js'

/** Returns the error for using a server in this state; `cause` is the failure of its last start. */
export function toUnavailableError(
  name: string,
  { state, reason, code = codes[state] }: StateChange,
  cause: unknown,
): OmniportError {
  const why = reason === undefined ? words[state] : `${words[state]}: ${reason}`
  return new OmniportError(code ?? 'unreachable', `The server ${name} ${why}`, { cause })
}

const codes: { readonly [S in ServerState]?: 'closed' | 'invalid_config' } = {
  disabled: 'closed',
  stopped: 'closed',
  invalid: 'invalid_config',
}

const words: { readonly [S in ServerState]?: string } = {
  denied: 'may not be started',
  disabled: 'is disabled',
  stopped: 'is stopped',
  invalid: 'cannot be used',
  failed: 'could not be started',
}
