import type { Client } from '../../entries/client.js'
import type { GetPromptResult } from '../../entries/protocol.js'
import type { Argument } from '../arguments/argument.js'
import { parseArguments } from '../arguments/parse-arguments.js'
import { refuseUnknownNames, toUnknownNameError } from '../arguments/refuse-unknown-names.js'
import { type CallLimits, withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { listNames } from '../errors/name-advice.js'
import { formatText } from '../output/format-text.js'
import type { Page } from '../output/style.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { formatContent, type SavedFiles } from '../render/format-content.js'
import { saveFiles } from '../render/save-files.js'
import type { SaveFlags } from '../render/save-flags.js'

/** `prompt <target> <name> [args…]` prints the messages of a prompt. */
export async function promptCommand(invocation: Invocation<SaveFlags>, io: Io): Promise<number> {
  const [name, ...rest] = invocation.words
  if (name === undefined)
    throw new CliError('usage', 'prompt: say which prompt; "omniport list <target> prompts" shows them')
  const args = toPromptArguments(await parseArguments(rest, io))
  await withClient(invocation, io, async (client, limits) => {
    if (invocation.options.validateInput !== false) await checkPrompt(client, { name, args }, limits)
    const value = await client.getPrompt(name, args, limits)
    const blocks = value.messages.map(({ content }) => content)
    const saved = await saveFiles(blocks, invocation.flags ?? {}, io)
    await writeResult({ value, toText: (page) => formatPrompt(value, page, saved) }, invocation.options, io)
  })
  return 0
}

function formatPrompt({ description, messages }: GetPromptResult, page: Page, saved: SavedFiles): string {
  const heading = description === undefined ? [] : [page.style.faint(formatText(description))]
  const parts = messages.map(
    ({ role, content }) => `${page.style.strong(`${role}:`)}\n${formatContent(content, page, saved)}`,
  )
  return [...heading, ...parts].join('\n\n')
}

/** Rejects with CliError `not_found` for a prompt that is not listed, and `usage` for arguments that it has not, or lacks. */
async function checkPrompt(
  client: Client,
  { name, args }: { readonly name: string; readonly args: Readonly<Record<string, string>> },
  limits: CallLimits,
): Promise<void> {
  const prompts = await client.listPrompts(limits)
  const prompt = prompts.find((prompt) => prompt.name === name)
  if (prompt === undefined) throw toUnknownNameError('prompt', name, prompts.map(nameOf))
  const { arguments: known = [] } = prompt
  refuseUnknownNames(name, Object.keys(args), known.map(nameOf))
  const missing = known.filter((argument) => argument.required === true && !Object.hasOwn(args, argument.name))
  if (missing.length === 0) return
  const what = `${listNames(missing.map(nameOf))} ${missing.length === 1 ? 'is' : 'are'} required`
  throw new CliError('usage', `${name}: ${what} (--no-validate-input sends it anyway)`)
}

function nameOf({ name }: { readonly name: string }): string {
  return name
}

/** Converts arguments for a prompt: strings by name. @throws CliError `usage` for other values and repeated names. */
export function toPromptArguments(given: readonly Argument[]): Record<string, string> {
  const values = new Map<string, string>()
  for (const { name, value } of given) {
    if (values.has(name)) throw new CliError('usage', `${name} is given more than once`)
    const text = 'text' in value ? value.text : value.json
    if (typeof text !== 'string') throw new CliError('usage', `${name}: arguments of a prompt are strings`)
    values.set(name, text)
  }
  return Object.fromEntries(values)
}
