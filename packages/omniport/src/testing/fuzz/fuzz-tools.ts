import type { Client } from '../../client/client.js'
import type { Tool } from '../../protocol/model/tool.js'
import type { Schema } from '../../schema/schema.js'
import { jsonSchema } from '../../schema/standard/json-schema.js'
import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { assertKnown } from '../../values/options/check-options.js'
import { smallerArgs, spoilArgs } from './changed-args.js'
import { judgeCall, type Problem } from './judge-call.js'
import { Random } from './random.js'
import { ValueMaker } from './value-maker.js'

/** Options of `fuzzTools`. */
export interface FuzzOptions {
  /** The names of the tools to call. Default: all. */
  readonly tools?: readonly string[] | undefined
  /** Calls of each tool. Default: 100. */
  readonly runs?: number | undefined
  /** The same seed makes the same calls. Default: another one each time; the report has it. */
  readonly seed?: number | undefined
  /** How long one call may take. Default: 5 seconds. */
  readonly timeoutMs?: number | undefined
}

/** What became of the calls. */
export interface FuzzReport {
  /** Give it to `fuzzTools` again for the same calls. */
  readonly seed: number
  readonly calls: number
  /** At most one of each tool, with the smallest arguments that show it. */
  readonly problems: readonly FuzzProblem[]
}

/** A call that went wrong. */
export interface FuzzProblem {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** A sentence that says what happened. */
  readonly problem: string
}

/**
 * Calls tools with arguments made from their input schemas: strange ones that fit, and some that do not. Reports
 *
 * - a tool that throws by mistake (a `TypeError`, a driver's error: the model gets "internal error" and an id),
 * - a result that does not fit the tool's output schema,
 * - a call without an answer within `timeoutMs`, and a connection that ends,
 * - a tool that runs although its schema refuses the arguments.
 *
 * A tool that refuses arguments, or fails with a message for the model, is right. The calls are real: give it a server whose
 * effects do no harm. `expect((await fuzzTools(client)).problems).toEqual([])` is a whole test.
 *
 * Rejects with TypeError for wrong options, for a tool that does not exist, and for one whose schema no made arguments fit: leave that
 * one out with `tools`.
 */
export async function fuzzTools(client: Client, options: FuzzOptions = {}): Promise<FuzzReport> {
  assertKnown('fuzzTools', Object.keys(options), ['tools', 'runs', 'seed', 'timeoutMs'])
  const { runs = 100, seed = Math.floor(Math.random() * 2 ** 32), timeoutMs = 5_000 } = options
  for (const [name, value] of Object.entries({ runs, seed, timeoutMs })) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new TypeError(`fuzzTools: ${name} must be a whole number from 0`)
  }
  const random = new Random(seed)
  const report = { seed, calls: 0, problems: [] as FuzzProblem[] }
  for (const tool of chosenTools(await client.listTools(), options.tools)) {
    const run = new ToolRun(client, { tool, random, timeoutMs })
    const problem = await run.find(runs)
    report.calls += run.calls
    if (problem !== undefined) report.problems.push(problem)
    if (problem?.endsAll === true) break
  }
  return { ...report, problems: report.problems.map(({ tool, args, problem }) => ({ tool, args, problem })) }
}

function chosenTools(tools: readonly Tool[], names: readonly string[] | undefined): readonly Tool[] {
  const unknown = names?.find((name) => !tools.some((tool) => tool.name === name))
  if (unknown !== undefined) throw new TypeError(`fuzzTools: the server has no tool "${unknown}"`)
  return names === undefined ? tools : tools.filter(({ name }) => names.includes(name))
}

interface ToolRunOptions {
  readonly tool: Tool
  readonly random: Random
  readonly timeoutMs: number
}

/** The calls of one tool. */
class ToolRun {
  calls = 0
  readonly #client: Client
  readonly #tool: Tool
  readonly #random: Random
  readonly #timeoutMs: number
  readonly #schema: Schema
  readonly #maker: ValueMaker

  constructor(client: Client, { tool, random, timeoutMs }: ToolRunOptions) {
    this.#client = client
    this.#tool = tool
    this.#random = random
    this.#timeoutMs = timeoutMs
    this.#schema = jsonSchema(tool.inputSchema)
    this.#maker = new ValueMaker({ ...tool.inputSchema }, random)
  }

  async find(runs: number): Promise<(FuzzProblem & { readonly endsAll: boolean }) | undefined> {
    for (let run = 0; run < runs; run += 1) {
      const args = await this.#makeArgs()
      const found = await this.#call(args)
      if (found === undefined) continue
      const smallest = found.endsAll ? { args, found } : await this.#shrink(args, found)
      return { tool: this.#tool.name, args: smallest.args, problem: smallest.found.text, endsAll: found.endsAll }
    }
    return undefined
  }

  /** Every fourth time wrong ones, if they can be made. */
  async #makeArgs(): Promise<JsonObject> {
    const args = await this.#makeFitting()
    if (!this.#random.chance(0.25)) return args
    const spoiled = spoilArgs(args, this.#random)
    return (await this.#fits(spoiled)) ? args : spoiled
  }

  async #makeFitting(): Promise<JsonObject> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const args = this.#maker.make()
      if (isJsonObject(args) && (await this.#fits(args))) return args
    }
    throw new TypeError(
      `fuzzTools: no arguments were found that fit the schema of "${this.#tool.name}"; leave it out with tools`,
    )
  }

  async #fits(args: unknown): Promise<boolean> {
    return (await this.#schema['~standard'].validate(args)).issues === undefined
  }

  async #call(args: JsonObject): Promise<Problem | undefined> {
    this.calls += 1
    const call = { name: this.#tool.name, args, fits: await this.#fits(args), timeoutMs: this.#timeoutMs }
    return judgeCall(this.#client, call)
  }

  /** Looks for simpler arguments with the same kind of problem. */
  async #shrink(args: JsonObject, found: Problem): Promise<{ readonly args: JsonObject; readonly found: Problem }> {
    const fits = await this.#fits(args)
    let best = { args, found }
    let left = maxShrinkingCalls
    for (;;) {
      const smaller = await this.#findSmaller(best, fits, () => left-- > 0)
      if (smaller === undefined) return best
      best = smaller
    }
  }

  async #findSmaller(
    best: { readonly args: JsonObject; readonly found: Problem },
    fits: boolean,
    mayCall: () => boolean,
  ) {
    for (const args of smallerArgs(best.args)) {
      if ((await this.#fits(args)) !== fits) continue
      if (!mayCall()) return undefined
      const found = await this.#call(args)
      if (found?.kind === best.found.kind) return { args, found }
    }
    return undefined
  }
}

const maxAttempts = 200
const maxShrinkingCalls = 100
