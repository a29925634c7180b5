import type { PinChange } from '../../../entries/host.js'
import type { Choice } from '../screen/prompts.js'
import { attempt } from '../session/attempt.js'
import { menu } from '../session/menu.js'
import type { SessionContext } from '../session/session-context.js'

/** Lists the blocked tools; shows the differences of one, and lets the user approve it. */
export async function changesMenu(context: SessionContext): Promise<void> {
  const { host, screen } = context
  if (host.changedTools.length === 0) return screen.print('plain', 'No tool has changed.')
  await menu(screen, {
    message: 'Tools that changed',
    choices: () => host.changedTools.map(toChoice),
    act: (change) => showChange(context, change),
  })
}

function toChoice(change: PinChange): Choice<PinChange> {
  const { server, tool, change: how, isBlocked } = change
  return { value: change, label: `${server}: ${tool}, ${how}${isBlocked ? ', blocked' : ''}` }
}

async function showChange({ host, screen }: SessionContext, change: PinChange): Promise<void> {
  const { server, tool, definition, findings } = change
  await screen.note(`${tool} of ${server}`, difference(change))
  for (const { kind, path, text } of findings) await screen.print('warning', `${kind} at ${path}: ${text}`)
  const message = `Let ${tool} be called as it is now?`
  if ((await screen.confirm({ message, initial: false })) !== true) return
  await attempt(screen, 'Approving', () => host.approveTool(server, tool, definition))
}

/** Compares two definitions by the lines of `linesOf`. */
export function difference({ before, after }: Pick<PinChange, 'before' | 'after'>): string {
  if (before === undefined) return `It was (no longer known).\nIt is now:\n${linesOf(after).join('\n')}`
  if (after === undefined) return `It is gone.\nIt was:\n${linesOf(before).join('\n')}`
  const old = linesOf(before)
  const now = linesOf(after)
  const gone = without(old, now).map((line) => `- ${line}`)
  const added = without(now, old).map((line) => `+ ${line}`)
  return [...gone, ...added].join('\n') || 'Only the order of its members differs.'
}

/** Lists each value with its path: `inputSchema.properties.a.type = "string"`. */
function linesOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${path} = ${JSON.stringify(value) ?? 'nothing'}`]
  const members = Object.entries(value)
  if (members.length === 0) return [`${path} = ${JSON.stringify(value)}`]
  return members.flatMap(([name, member]) => linesOf(member, path === '' ? name : `${path}.${name}`))
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const otherLines = new Set(others)
  return lines.filter((line) => !otherLines.has(line))
}
