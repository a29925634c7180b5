import type { HostPrompt } from '../../../entries/host.js'
import { partOf } from '../result/parts.js'
import { showParts } from '../result/show-parts.js'
import type { Choice } from '../screen/prompts.js'
import { truncateText } from '../screen/truncate-text.js'
import { marked } from '../screen/wrap-marked.js'
import { attempt } from '../session/attempt.js'
import { type ChosenServers, chooseServers } from '../session/choose-servers.js'
import { menu } from '../session/menu.js'
import { printNothingFound } from '../session/print-nothing-found.js'
import type { SessionContext } from '../session/session-context.js'
import { askWithSuggestions } from '../suggestions/ask-with-suggestions.js'

/** Lists the prompts of a server, or of all; asks for the arguments of one, and shows its messages. */
export function promptsMenu(context: SessionContext): Promise<void> {
  return chooseServers(context, (chosen) => promptsOf(context, chosen))
}

async function promptsOf(context: SessionContext, servers: ChosenServers): Promise<void> {
  const { host, screen } = context
  const prompts = await attempt(screen, 'Asking for the prompts', ({ signal }) => host.prompts({ ...servers, signal }))
  if (prompts === undefined) return
  if (prompts.length === 0) return printNothingFound(context, 'prompts', servers)
  await menu(screen, {
    message: 'Which prompt',
    choices: () => prompts.map(toChoice),
    act: (prompt) => getPrompt(context, prompt),
  })
}

function toChoice(prompt: HostPrompt): Choice<HostPrompt> {
  const { server, name, title, description } = prompt
  const words = title ?? description
  return { value: prompt, label: `${server}: ${name}`, ...(words !== undefined && { hint: truncateText(words, 100) }) }
}

async function getPrompt(context: SessionContext, prompt: HostPrompt): Promise<void> {
  const { host, screen } = context
  const { server, name, description } = prompt
  if (description !== undefined) await screen.note(`${name} of ${server}`, marked(truncateText(description, 4_000)))
  const args = await argumentsOf(context, prompt)
  if (args === undefined) return
  const got = await attempt(screen, `Getting ${name}`, ({ signal, update }) =>
    host.getPrompt({ server, name }, args, { signal, onProgress: update }),
  )
  if (got === undefined) return
  const parts = got.messages.map(({ role, content }) => {
    const part = partOf(content)
    return { ...part, text: `${role}:\n${part.text}` }
  })
  await showParts(context, { server, title: `${name}: ${got.description ?? 'its messages'}`, parts, json: got })
}

/** Undefined: the user left. */
async function argumentsOf(
  context: SessionContext,
  { server, name, arguments: wanted = [] }: HostPrompt,
): Promise<Readonly<Record<string, string>> | undefined> {
  const given = new Map<string, string>()
  for (const argument of wanted) {
    const text = await askWithSuggestions(context, {
      server,
      ref: { type: 'ref/prompt', name },
      argument,
      others: Object.fromEntries(given),
    })
    if (text === undefined) return undefined
    if (text !== '' || argument.required === true) given.set(argument.name, text)
  }
  return Object.fromEntries(given)
}
