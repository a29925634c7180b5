import type { SessionContext } from './session-context.js'

/** Reports an empty list, and the unavailable servers. */
export async function printNothingFound({ host, screen }: SessionContext, what: string): Promise<void> {
  const missing = host.servers.filter(({ state }) => unavailable.has(state))
  const names = missing.map(({ name, state }) => `${name} is ${state}`)
  const hint = names.length === 0 ? '' : ` Not asked: ${names.join(', ')}; see "Servers".`
  await screen.print('plain', `There are no ${what}.${hint}`)
}

const unavailable: ReadonlySet<string> = new Set(['denied', 'failed', 'stopped', 'invalid', 'lost', 'starting'])
