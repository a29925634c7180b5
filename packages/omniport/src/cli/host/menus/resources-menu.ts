import type { Resource, ResourceTemplate } from '../../../entries/protocol.js'
import type { Choice } from '../screen/prompts.js'
import { truncateText } from '../screen/truncate-text.js'
import { attempt } from '../session/attempt.js'
import { type ChosenServers, chooseServers } from '../session/choose-servers.js'
import { menu } from '../session/menu.js'
import type { SessionContext } from '../session/session-context.js'
import { fillTemplate } from '../suggestions/fill-template.js'

type OfServer = { readonly server: string }

type Chosen =
  | { readonly type: 'resource'; readonly server: string; readonly uri: string }
  | { readonly type: 'template'; readonly template: ResourceTemplate & OfServer }
  | { readonly type: 'other' }

/** Lists the resources and templates of a server, or of all; reads one, or a typed URI. */
export function resourcesMenu(context: SessionContext): Promise<void> {
  return chooseServers(context, (chosen) => resourcesOf(context, chosen))
}

async function resourcesOf(context: SessionContext, servers: ChosenServers): Promise<void> {
  const { host, screen } = context
  const lists = await attempt(screen, 'Asking for the resources', ({ signal }) =>
    Promise.all([host.resources({ ...servers, signal }), host.resourceTemplates({ ...servers, signal })]),
  )
  if (lists === undefined) return
  const [resources, templates] = lists
  const other: Choice<Chosen> = { value: { type: 'other' }, label: 'Type an address …' }
  await menu<Chosen>(screen, {
    message: 'Which resource',
    choices: () => [...resources.map(resourceChoice), ...templates.map(templateChoice), other],
    act: async (chosen) => {
      if (chosen.type === 'resource') return context.read(chosen.server, chosen.uri)
      if (chosen.type === 'other') return readTyped(context, servers)
      const { server } = chosen.template
      const uri = await fillTemplate(context, chosen.template)
      if (uri !== undefined) await context.read(server, uri)
    },
  })
}

function resourceChoice({ server, uri, title, name, description }: Resource & OfServer): Choice<Chosen> {
  const hint = truncateText([title ?? name, ...(description === undefined ? [] : [description])].join(': '), 100)
  return { value: { type: 'resource', server, uri }, label: `${server}: ${uri}`, hint }
}

function templateChoice(template: ResourceTemplate & OfServer): Choice<Chosen> {
  const { server, uriTemplate, title, name } = template
  return {
    value: { type: 'template', template },
    label: `${server}: ${uriTemplate}`,
    hint: truncateText(title ?? name, 100),
  }
}

async function readTyped(context: SessionContext, { servers }: ChosenServers): Promise<void> {
  const { host, screen } = context
  const options = host.servers.map(({ name }): Choice<string> => ({ value: name, label: name }))
  const server = servers?.[0] ?? (await screen.select({ message: 'Of which server', options }))
  if (server === undefined) return
  const uri = await screen.text({ message: 'Its address' })
  if (uri !== undefined && uri !== '') await context.read(server, uri)
}
