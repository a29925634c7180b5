import type { Host } from '../../../entries/host.js'
import { pluralize } from '../../../values/text/pluralize.js'
import type { Choice } from '../screen/prompts.js'
import { attempt } from '../session/attempt.js'
import { menu } from '../session/menu.js'
import type { SessionContext } from '../session/session-context.js'

type ServerStatus = Host['servers'][number]

/** Lists the servers; starts, restarts or stops one, or shows its output. */
export async function serversMenu(context: SessionContext): Promise<void> {
  const { host, screen } = context
  await menu(screen, {
    message: 'Servers',
    choices: () =>
      host.servers.map((status): Choice<string> => ({ value: status.name, label: summary(status), ...hintOf(status) })),
    act: (name) => serverMenu(context, name),
  })
}

type ServerAction = 'start' | 'restart' | 'stop' | 'lines'

async function serverMenu({ host, screen, lines }: SessionContext, name: string): Promise<void> {
  const status = () => host.servers.find((server) => server.name === name)
  const first = status()
  if (first !== undefined) await screen.note(name, details(first))
  await menu<ServerAction>(screen, {
    message: name,
    choices: () => actionsFor(status()),
    act: async (action) => {
      if (action === 'lines') return screen.note(`The last lines of ${name}`, lines.of(name).join('\n') || '(none)')
      if (action !== 'start') await attempt(screen, `Stopping ${name}`, () => host.stop(name))
      if (action !== 'stop') await attempt(screen, `Starting ${name}`, () => host.start(name))
      const now = status()
      if (now !== undefined) await screen.print(now.state === 'ready' ? 'good' : 'plain', summary(now))
    },
  })
}

function actionsFor(status: ServerStatus | undefined): readonly Choice<ServerAction>[] {
  const isUp = status !== undefined && ['starting', 'ready', 'unresponsive', 'lost'].includes(status.state)
  const start: Choice<ServerAction> = { value: 'start', label: 'Start' }
  const whileUp: readonly Choice<ServerAction>[] = [
    { value: 'restart', label: 'Restart' },
    { value: 'stop', label: 'Stop' },
  ]
  return [...(isUp ? whileUp : [start]), { value: 'lines', label: 'Its last output' }]
}

export function summary(status: ServerStatus): string {
  const { name, state, revision, tools, prompts, resources, tokens, isEmpty } = status
  const counts = [count(tools, 'tool'), count(prompts, 'prompt'), count(resources, 'resource')].filter(
    (text) => text !== '',
  )
  const size = tokens > 0 ? [`about ${tokens} tokens`] : []
  const parts = [
    state,
    ...(revision === undefined ? [] : [revision]),
    ...(isEmpty ? ['offers nothing'] : counts),
    ...size,
  ]
  return `${name}: ${parts.join(', ')}`
}

function count(number: number | undefined, what: string): string {
  return number === undefined ? '' : pluralize(number, what)
}

function hintOf({ reason }: ServerStatus): { readonly hint?: string } {
  return reason === undefined ? {} : { hint: reason }
}

function details(status: ServerStatus): string {
  const { state, reason, since, retryAt, launch, source, info, pid } = status
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['state', `${state} since ${new Date(since).toISOString()}`],
    ['reason', reason],
    ['next try', retryAt === undefined ? undefined : `not before ${new Date(retryAt).toISOString()}`],
    ['reported name', info === undefined ? undefined : `${info.name} ${info.version}`],
    ['process', pid?.toString()],
    ['launch', launchText(launch)],
    ['entry', source],
  ]
  return rows.flatMap(([label, text]) => (text === undefined ? [] : [`${label}: ${text}`])).join('\n')
}

function launchText(launch: ServerStatus['launch']): string {
  if (launch.type === 'command') return [launch.command, ...launch.args].map((word) => JSON.stringify(word)).join(' ')
  return launch.type === 'url' ? launch.url : 'in this program'
}
