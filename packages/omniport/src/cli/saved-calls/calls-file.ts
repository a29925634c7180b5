import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { jsonSchema } from '../../entries/index.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'

/** A file of calls, as JSON. */
export interface CallsFile {
  readonly version: 1
  /** The words of the target: `["notes"]`, `["--", "node", "server.js"]`. */
  readonly target?: readonly string[] | undefined
  readonly calls: readonly SavedCall[]
}

/** One call: of a tool, a resource or a prompt. */
export interface SavedCall {
  /** What reports call it. Default: what is called. */
  readonly name?: string | undefined
  readonly tool?: string | undefined
  /** The URI of a resource. */
  readonly resource?: string | undefined
  readonly prompt?: string | undefined
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
  readonly expect?: Expectation | undefined
}

/** What must be so of a result; members that are left out are not looked at. */
export interface Expectation {
  /** True: the tool fails. */
  readonly isError?: boolean | undefined
  /** All text of the result, in lines. */
  readonly text?: string | undefined
  /** Texts that are somewhere in it. */
  readonly contains?: string | readonly string[] | undefined
  /** The structured value, exactly. */
  readonly structuredContent?: unknown
  /** Members that the result has, among others, at any depth. */
  readonly result?: unknown
  /** The code of the JSON-RPC error that comes in place of a result. */
  readonly errorCode?: number | undefined
}

const strings = { type: 'array', items: { type: 'string' } } as const

const schema = jsonSchema<CallsFile>({
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    version: { const: 1 },
    target: { ...strings, minItems: 1 },
    calls: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          tool: { type: 'string' },
          resource: { type: 'string' },
          prompt: { type: 'string' },
          arguments: { type: 'object' },
          expect: {
            type: 'object',
            properties: {
              isError: { type: 'boolean' },
              text: { type: 'string' },
              contains: { anyOf: [{ type: 'string' }, strings] },
              structuredContent: {},
              result: {},
              errorCode: { type: 'integer' },
            },
            additionalProperties: false,
          },
        },
        oneOf: [{ required: ['tool'] }, { required: ['resource'] }, { required: ['prompt'] }],
        additionalProperties: false,
      },
    },
  },
  required: ['version', 'calls'],
  additionalProperties: false,
})

/** Undefined if there is no such file. Rejects with CliError `usage` for one that holds no calls. */
export async function readCalls(file: string, { cwd }: Pick<Io, 'cwd'>): Promise<CallsFile | undefined> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw new CliError('usage', `cannot read the file "${file}": ${cause.message}`, { cause })
  })
  if (text === undefined) return undefined
  const { issues = [], value } = await validate(parse(text, file))
  const [issue] = issues
  if (issue === undefined && value !== undefined) return value
  const path = (issue?.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
  const where = path === '' ? '' : ` ${path}`
  throw new CliError('usage', `${file}:${where} ${issue?.message}; "omniport call … --save ${file}" writes such files`)
}

/** Rejects with CliError `usage` if it cannot be written. */
export async function writeCalls(file: string, calls: CallsFile, { cwd }: Pick<Io, 'cwd'>): Promise<void> {
  try {
    await writeFile(resolve(cwd, file), `${JSON.stringify(calls, undefined, 2)}\n`)
  } catch (cause) {
    const { message } = cause as Error // node:fs throws nothing else
    throw new CliError('usage', `cannot write the file "${file}": ${message}`, { cause })
  }
}

interface Validated {
  readonly value?: CallsFile | undefined
  readonly issues?:
    | readonly {
        readonly message: string
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
      }[]
    | undefined
}

async function validate(value: unknown): Promise<Validated> {
  return schema['~standard'].validate(value)
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const { message } = cause as SyntaxError // JSON.parse throws nothing else
    throw new CliError('usage', `${file}: not JSON: ${message}`, { cause })
  }
}
