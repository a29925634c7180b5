import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Revision } from '../../entries/index.js'
import {
  checkConversation,
  isRevision,
  type LineProblem,
  parseRecording,
  type RecordedConversation,
  type Recording,
  revisions,
} from '../../entries/protocol.js'
import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'

/**
 * Checks a recorded conversation against the schema of its revision, and prints each problem as `line: path: problem`. Rejects
 * with CliError `invalid_result` if there is one.
 */
export async function checkRecording(file: string, options: RunOptions, io: Io): Promise<number> {
  const revision = toRevision(options.protocol)
  const recording = read(await readText(file, io), revision)
  const found = await Promise.all(recording.conversations.map(problemsOf))
  const problems = [...recording.problems, ...found.flat()].sort((left, right) => left.line - right.line)
  const messages = recording.conversations.reduce((sum, conversation) => sum + conversation.messages.length, 0)
  const toText = () => problems.map(({ line, text }) => `${line}: ${formatLine(text)}`).join('\n')
  // The lines are the data of a pipe, too.
  await writeResult({ value: { messages, problems }, toText }, { ...options, text: true }, io)
  if (problems.length === 0) return 0
  const count = problems.length === 1 ? 'There is 1 problem' : `There are ${problems.length} problems`
  throw new CliError('invalid_result', `${count} in ${file}`)
}

async function problemsOf({ messages, lines }: RecordedConversation): Promise<readonly LineProblem[]> {
  const problems = await checkConversation(messages)
  return problems.map(({ index, text }) => ({ line: lines[index] ?? 0, text }))
}

/** A newer version of the format is a usage error. */
function read(text: string, revision: Revision | undefined): Recording {
  try {
    return parseRecording(text, { revision })
  } catch (reason) {
    throw new CliError('usage', `check: ${(reason as Error).message}`, { cause: reason })
  }
}

function toRevision(protocol: RunOptions['protocol'] = 'auto'): Revision | undefined {
  if (protocol === 'auto') return undefined
  if (isRevision(protocol)) return protocol
  throw new CliError(
    'usage',
    `check: --protocol takes one revision here, of ${revisions.join(', ')}; got "${protocol}"`,
  )
}

async function readText(file: string, io: Io): Promise<string> {
  try {
    return await readFile(resolve(io.cwd, file), 'utf8')
  } catch (cause) {
    const { message } = cause as Error // node:fs throws nothing else
    throw new CliError('usage', `check: cannot read the file "${file}": ${message}`, { cause })
  }
}
