import type { Client, CompletionRef } from '../../entries/client.js'
import { revisions } from '../../entries/index.js'
import type { Completion } from '../../entries/protocol.js'
import { didYouMean } from '../../values/text/nearest.js'
import { parseArguments } from '../arguments/parse-arguments.js'
import { toUnknownNameError } from '../arguments/refuse-unknown-names.js'
import { type CallLimits, withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { listNames } from '../errors/name-advice.js'
import { formatText } from '../output/format-text.js'
import type { Page } from '../output/style.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { toPromptArguments } from './prompt-command.js'

/**
 * `complete <target> <prompt | template> <argument>[=typed] [args…]` prints what the server suggests; the other arguments are those
 * that are known already. A template is given as its URI template.
 */
export async function completeCommand(invocation: Invocation, io: Io): Promise<number> {
  const [name, argument, ...rest] = invocation.words
  if (name === undefined)
    throw new CliError('usage', 'complete: say which prompt or template; "omniport list <target>" shows them')
  if (argument === undefined) throw new CliError('usage', `complete: say which argument of ${name}: <argument>=<typed>`)
  const equals = argument.indexOf('=')
  const typed =
    equals === -1
      ? { name: argument, value: '' }
      : { name: argument.slice(0, equals), value: argument.slice(equals + 1) }
  const others = toPromptArguments(await parseArguments(rest, io))
  await withClient(invocation, io, async (client, limits) => {
    if (client.capabilities['completions'] === undefined && !isFirstRevision(client))
      throw new CliError(
        'unsupported',
        'complete: the server does not declare the capability completions, so it suggests nothing',
      )
    const ref = await toRef(client, { name, argument: typed.name }, limits)
    const value = await client.complete(ref, typed, { ...limits, arguments: others })
    await writeResult({ value, toText: (page) => formatCompletion(value, page) }, invocation.options, io)
  })
  return 0
}

/** A value on each line, and how many more there are, if the server says so. */
function formatCompletion({ values, total, hasMore }: Completion, { style }: Page): string {
  const left = total === undefined ? 0 : total - values.length
  const more = left > 0 ? [style.faint(`… and ${left} more`)] : hasMore === true ? [style.faint('… and more')] : []
  return [...values.map(formatText), ...more].join('\n')
}

/** The first revision has completion without a capability for it. */
function isFirstRevision({ revision }: Client): boolean {
  return revision === revisions[0]
}

interface CompletedName {
  readonly name: string
  readonly argument: string
}

/** Rejects with CliError `not_found` for a name that is not listed, and `usage` for an argument that it has not. */
async function toRef(client: Client, { name, argument }: CompletedName, limits: CallLimits): Promise<CompletionRef> {
  if (name.includes('{')) {
    const templates = (await client.listResourceTemplates(limits)).map(({ uriTemplate }) => uriTemplate)
    if (!templates.includes(name)) throw toUnknownNameError('template', name, templates)
    return { type: 'ref/resource', uri: name }
  }
  const prompts = await client.listPrompts(limits)
  const prompt = prompts.find((each) => each.name === name)
  if (prompt === undefined)
    throw toUnknownNameError(
      'prompt',
      name,
      prompts.map((each) => each.name),
    )
  const names = (prompt.arguments ?? []).map((each) => each.name)
  if (!names.includes(argument))
    throw new CliError(
      'usage',
      `${name} has no argument "${argument}"${didYouMean(argument, names)} It takes ${listNames(names) || 'none'}`,
    )
  return { type: 'ref/prompt', name }
}
