import { type Client, textOf } from '../../entries/client.js'
import { RpcError } from '../../entries/index.js'
import { writeJunit } from '../check/junit.js'
import { type CallLimits, withClient } from '../client/with-client.js'
import { splitLine, splitTarget } from '../command-line/split-target.js'
import type { VerbLine } from '../command-line/verb.js'
import { toPromptArguments } from '../commands/prompt-command.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import type { Page } from '../output/style.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { readCalls, type SavedCall, writeCalls } from './calls-file.js'
import { type Came, findDifference } from './compare.js'
import type { TestFlags } from './test-flags.js'

/**
 * `test <file> [target]` makes the calls of a file, one after the other over one connection, and compares what comes with what is
 * expected. Rejects with CliError `invalid_result` if a call differs; `--update` expects what comes instead.
 */
export async function testCommand(line: VerbLine<TestFlags>, io: Io): Promise<number> {
  const { flags, options } = line
  const { file, saved, target } = await readLine(line, io)
  const outcomes: MadeCall[] = []
  await withClient({ ...target, options }, io, async (client, limits) => {
    for (const call of saved.calls) {
      io.status?.(formatLine(nameOf(call)))
      outcomes.push(await make(client, call, limits))
    }
    io.status?.('')
  })
  if (flags.update === true) {
    await writeCalls(
      file,
      { ...saved, calls: outcomes.map(({ call, came }) => ({ ...call, expect: toExpectation(call, came) })) },
      io,
    )
  }
  const results = outcomes.map((outcome) => toResult(outcome, flags.update === true))
  if (flags.junit !== undefined) {
    const cases = results.map(({ name, problem, ms }) => ({ name, failure: problem, seconds: ms / 1_000 }))
    await writeJunit(flags.junit, [{ name: file, cases }], io)
  }
  const failed = results.filter(({ problem }) => problem !== undefined).length
  const value = { file, calls: results, counts: { pass: results.length - failed, fail: failed } }
  await writeResult({ value, toText: (page) => formatResults(results, page) }, options, io)
  if (failed > 0)
    throw new CliError('invalid_result', `${failed} of ${results.length} calls of ${file} came out otherwise`)
  return 0
}

async function readLine({ words, command }: VerbLine, io: Io) {
  const [file, ...rest] = words
  if (file === undefined)
    throw new CliError('usage', 'test: give a file of calls; "omniport call … --save <file>" writes one')
  const saved = await readCalls(file, io)
  if (saved === undefined)
    throw new CliError('usage', `test: there is no file "${file}"; "omniport call … --save ${file}" writes it`)
  if (rest.length === 0 && command === undefined && saved.target === undefined)
    throw new CliError('usage', `test: ${file} names no target: omniport test ${file} <target>`)
  const isGiven = rest.length > 0 || command !== undefined
  const { line, command: named } = splitLine(saved.target ?? [])
  const target = isGiven ? splitTarget(rest, command) : splitTarget(line, named)
  if (target.words.length > 0) throw new CliError('usage', `test takes one target, got "${target.words[0]}" as well`)
  return { file, saved, target }
}

interface MadeCall {
  readonly call: SavedCall
  readonly came: Came
  readonly ms: number
}

async function make(client: Client, call: SavedCall, limits: CallLimits): Promise<MadeCall> {
  const start = performance.now()
  const came = await request(client, call, limits).catch((reason: unknown): Came => {
    if (!RpcError.is(reason)) throw reason
    return { text: '', errorCode: reason.code, errorMessage: reason.message }
  })
  return { call, came, ms: performance.now() - start }
}

async function request(
  client: Client,
  { tool, resource, prompt, arguments: args = {} }: SavedCall,
  limits: CallLimits,
): Promise<Came> {
  if (tool !== undefined) {
    await client.listTools(limits) // so that results are checked against output schemas
    const result = await client.callTool(tool, args, limits)
    return { result: { ...result }, text: textOf(result) }
  }
  if (resource !== undefined) {
    const result = await client.readResource(resource, limits)
    return { result: { ...result }, text: result.contents.map(({ text = '' }) => text).join('\n') }
  }
  const given = Object.entries(args).map(([name, json]) => ({ name, value: { json } }))
  const result = await client.getPrompt(prompt ?? '', toPromptArguments(given), limits)
  const texts = result.messages.flatMap(({ content }) => (content.type === 'text' ? [content.text] : []))
  return { result: { ...result }, text: texts.join('\n') }
}

interface CallResult {
  readonly name: string
  readonly ms: number
  readonly problem?: string | undefined
}

function toResult({ call, came, ms }: MadeCall, isUpdated: boolean): CallResult {
  const name = nameOf(call)
  // Without an expectation a call has to succeed.
  const expected = call.expect ?? { isError: false }
  return { name, ms: Math.round(ms), problem: isUpdated ? undefined : findDifference(expected, came) }
}

function toExpectation({ tool }: SavedCall, { errorCode, result, text }: Came): SavedCall['expect'] {
  if (errorCode !== undefined) return { errorCode }
  if (tool === undefined || result === undefined) return { text }
  const { isError, structuredContent } = result
  return structuredContent === undefined
    ? { isError: isError === true, text }
    : { isError: isError === true, structuredContent }
}

function nameOf({ name, tool, resource, prompt, arguments: args }: SavedCall): string {
  if (name !== undefined) return name
  const given = args === undefined || Object.keys(args).length === 0 ? '' : ` ${JSON.stringify(args)}`
  return `${tool ?? resource ?? prompt}${given}`.slice(0, 120)
}

function formatResults(results: readonly CallResult[], { style }: Page): string {
  const lines = results.map(({ name, ms, problem }) => {
    const mark = problem === undefined ? style.good('✓') : style.bad('✗')
    const why = problem === undefined ? '' : `\n    ${formatLine(problem)}`
    return `${mark} ${formatLine(name)} ${style.faint(`${ms} ms`)}${why}`
  })
  const failed = results.filter(({ problem }) => problem !== undefined).length
  return [...lines, `${results.length - failed} passed, ${failed} failed`].join('\n')
}
