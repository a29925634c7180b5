import { truncateText } from '../screen/truncate-text.js'
import type { ChosenServers } from './choose-servers.js'
import type { SessionContext } from './session-context.js'

/** Reports an empty list, and the chosen servers that are unavailable, with the reasons. */
export async function printNothingFound(
  { host, screen }: SessionContext,
  what: string,
  { servers }: ChosenServers,
): Promise<void> {
  const missing = host.servers.filter(({ name, state }) => unavailable.has(state) && servers?.includes(name) !== false)
  const names = missing.map(({ name, state, reason }) => {
    return `${name} is ${state}${reason === undefined ? '' : ` (${truncateText(reason, 200)})`}`
  })
  const hint = names.length === 0 ? '' : ` Not asked: ${names.join(', ')}; see "Servers".`
  await screen.print('plain', `There are no ${what}.${hint}`)
}

const unavailable: ReadonlySet<string> = new Set(['denied', 'failed', 'stopped', 'invalid', 'lost', 'starting'])
