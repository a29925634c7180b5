import type { ServerState, ServerStatus } from '../../../entries/host.js'
import type { Choice } from '../screen/prompts.js'
import { attempt } from './attempt.js'
import { menu } from './menu.js'
import type { SessionContext } from './session-context.js'

/** The servers that a menu asks: those names, or all. */
export interface ChosenServers {
  readonly servers?: readonly string[]
}

/**
 * Asks of which server, and runs `use` with it until the user leaves; only the chosen server is started. Nothing is asked where
 * there is one server.
 */
export async function chooseServers(
  context: SessionContext,
  use: (chosen: ChosenServers) => Promise<void>,
): Promise<void> {
  const { host, screen } = context
  const usable = () => host.servers.filter(({ state }) => !unusable.has(state))
  const [only, ...others] = usable()
  if (only === undefined) return use({})
  if (others.length === 0) return useServer(context, only.name, use)
  await menu<string | typeof all>(screen, {
    message: 'Of which server',
    choices: () => [...usable().map(toChoice), { value: all, label: 'All servers', hint: 'starts each' }],
    act: (chosen) => (chosen === all ? use({}) : useServer(context, chosen, use)),
  })
}

const all = Symbol('all')

/** Choosing a server that was denied, stopped or failed starts it again. */
async function useServer(
  { host, screen }: SessionContext,
  name: string,
  use: (chosen: ChosenServers) => Promise<void>,
): Promise<void> {
  const state = host.servers.find((server) => server.name === name)?.state
  if (state !== undefined && ended.has(state)) {
    const started = await attempt(screen, `Starting ${name}`, async () => {
      await host.start(name)
      return true
    })
    if (started === undefined) return
  }
  await use({ servers: [name] })
}

function toChoice({ name, state, tools }: ServerStatus): Choice<string> {
  return { value: name, label: name, hint: tools === undefined ? state : `${state}, ${tools} tools` }
}

const unusable: ReadonlySet<ServerState> = new Set(['disabled', 'invalid'])
const ended: ReadonlySet<ServerState> = new Set(['denied', 'stopped', 'failed'])
