import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { link } from '../support/install-package.js'
import { root } from '../support/root.js'

/** A program of one mistake, and what the compiler says: TypeScript 7, and 6 where that differs. */
interface Mistake {
  readonly code: string
  readonly says: string
  readonly before7?: string
}

const mistakes: Readonly<Record<string, Mistake>> = {
  'a misspelt option of a tool': {
    code: `tool({ desciption: 'Adds', run: () => 'a' })`,
    says: `Object literal may only specify known properties, but 'desciption' does not exist in type 'ToolOptions<JsonSchema, undefined, unknown, undefined, "a"> & ToolSchemas<JsonSchema, undefined>'. Did you mean to write 'description'?`,
  },
  'a misspelt option of a server': {
    code: `createServer({ ...identity, tolls: {} })`,
    says: "Object literal may only specify known properties, but 'tolls' does not exist in type 'ServerOptions<never, Readonly<Record<string, AnyTool<unknown>>>, Readonly<Record<string, AnyResource<unknown>>>, Readonly<Record<string, AnyPrompt<unknown>>>>'. Did you mean to write 'tools'?",
  },
  'a misspelt option of serving': {
    code: `await serveHttp(server, { hostnam: 'localhost' })`,
    says: "Object literal may only specify known properties, but 'hostnam' does not exist in type 'ServeHttpOptions'. Did you mean to write 'hostname'?",
  },
  'the name of another SDK for the input': {
    code: `tool({ inputSchema: numbers, run: () => 'a' })`,
    says: `Object literal may only specify known properties, and 'inputSchema' does not exist in type 'ToolOptions<JsonSchema, undefined, unknown, undefined, "a"> & ToolSchemas<JsonSchema, undefined>'.`,
  },
  'the name of another SDK for the function': {
    code: `tool({ execute: () => 'a' })`,
    says: "Object literal may only specify known properties, and 'execute' does not exist in type 'ToolOptions<JsonSchema, undefined, unknown, undefined, unknown> & ToolSchemas<JsonSchema, undefined>'.",
  },
  'the name of another SDK for the function, beside schemas': {
    code: `tool({ input: numbers, output: numbers, execute: () => ({ count: 1 }) })`,
    says: "Object literal may only specify known properties, and 'execute' does not exist in type 'ToolOptions<ZodObject<{ count: ZodNumber; }, $strip>, ZodObject<{ count: ZodNumber; }, $strip>, unknown, undefined, unknown> & ToolSchemas<...>'.",
  },
  'a misspelt name of the function, beside schemas': {
    code: `tool({ input: numbers, output: numbers, runn: () => ({ count: 1 }) })`,
    says: "Object literal may only specify known properties, but 'runn' does not exist in type 'ToolOptions<ZodObject<{ count: ZodNumber; }, $strip>, ZodObject<{ count: ZodNumber; }, $strip>, unknown, undefined, unknown> & ToolSchemas<...>'. Did you mean to write 'run'?",
  },
  'a tool without run': {
    code: `tool({ description: 'Adds' })`,
    says: [
      "Argument of type '{ description: string; }' is not assignable to parameter of type 'ToolOptions<JsonSchema, undefined, unknown, undefined, unknown> & ToolSchemas<JsonSchema, undefined>'.",
      "  Property 'run' is missing in type '{ description: string; }' but required in type 'ToolOptions<JsonSchema, undefined, unknown, undefined, unknown>'.",
    ].join('\n'),
  },
  'a raw shape': {
    code: `tool({ input: { a: z.string() }, run: () => '' })`,
    says: [
      "Type '{ a: z.ZodString; }' is not assignable to type 'AnySchema | undefined'.",
      "  Property 'type' is missing in type '{ a: z.ZodString; }' but required in type 'JsonSchema'.",
    ].join('\n'),
  },
  'an output with a misspelt member': {
    code: `tool({ output: numbers, run: () => ({ cuont: 1 }) })`,
    says: "Property 'count' is missing in type '{ cuont: 1; }' but required in type '{ count: number; }'.",
  },
  'an output with a member of another type': {
    code: `tool({ output: numbers, run: () => ({ count: 'x' }) })`,
    says: "Type 'string' is not assignable to type 'number'.",
  },
  'a promise of such an output': {
    code: `tool({ output: numbers, run: async () => ({ count: 'x' }) })`,
    says: [
      `Type 'Promise<{ count: "x"; }>' is not assignable to type 'Promise<{ count: number; }>'.`,
      `  Type '{ count: "x"; }' is not assignable to type '{ count: number; }'.`,
      "    Types of property 'count' are incompatible.",
      "      Type 'string' is not assignable to type 'number'.",
    ].join('\n'),
  },
  'text in the place of the output': {
    code: `tool({ output: numbers, run: () => 'x' })`,
    says: "Type 'string' is not assignable to type '{ count: number; }'.",
  },
  'nothing in the place of the output': {
    code: `tool({ output: numbers, run: () => {} })`,
    says: [
      "Type '() => void' is not assignable to type '(args: Record<string, unknown>, ctx: Context<unknown>, before: undefined) => { count: number; }'.",
      "  Type 'void' is not assignable to type '{ count: number; }'.",
    ].join('\n'),
  },
  'a number': {
    code: `tool({ run: () => 42 })`,
    says: `Type '42' is not assignable to type '"a tool returns text, an object, content blocks, or nothing"'.`,
  },
  'a promise of a number': {
    code: `tool({ run: async () => 42 })`,
    says: [
      `Type 'Promise<number>' is not assignable to type 'Promise<"a tool returns text, an object, content blocks, or nothing">'.`,
      `  Type 'number' is not assignable to type '"a tool returns text, an object, content blocks, or nothing"'.`,
    ].join('\n'),
  },
  'a wrong block': {
    code: `tool({ run: () => ({ content: [{ type: 'txt', text: 'x' }] }) })`,
    says: `Type '"txt"' is not assignable to type '"audio" | "image" | "resource" | "resource_link" | "text"'. Did you mean '"text"'?`,
    before7: `Type '"txt"' is not assignable to type '"text" | "resource_link" | "image" | "audio" | "resource"'. Did you mean '"text"'?`,
  },
  'content that is text': {
    code: `tool({ run: () => ({ content: 'x' }) })`,
    says: "Type 'string' is not assignable to type 'Content<Binary>[]'.",
  },
  'an argument that the schema lacks': {
    code: `tool({ input: numbers, run: ({ coutn }) => coutn })`,
    says: "Property 'coutn' does not exist on type '{ count: number; }'.",
  },
  'an argument that a JSON Schema lacks': {
    code: `tool({ input: { type: 'object', properties: { city: { type: 'string' } } }, run: ({ ctiy }) => ctiy })`,
    says: "Property 'ctiy' does not exist on type '{ city?: string | undefined; }'.",
  },
  'arguments of another type': {
    code: `tool({ input: numbers, run: (args: { count: string }) => args.count })`,
    says: [
      "Type '(args: { count: string; }) => string' is not assignable to type '(args: { count: number; }, ctx: Context<unknown>, before: undefined) => Promise<ToolValue> | ToolValue'.",
      "  Types of parameters 'args' and 'args' are incompatible.",
      "    Type '{ count: number; }' is not assignable to type '{ count: string; }'.",
      "      Types of property 'count' are incompatible.",
      "        Type 'number' is not assignable to type 'string'.",
    ].join('\n'),
    before7: [
      "Type '(args: { count: string; }) => string' is not assignable to type '(args: { count: number; }, ctx: Context<unknown>, before: undefined) => ToolValue | Promise<ToolValue>'.",
      "  Types of parameters 'args' and 'args' are incompatible.",
      "    Type '{ count: number; }' is not assignable to type '{ count: string; }'.",
      "      Types of property 'count' are incompatible.",
      "        Type 'number' is not assignable to type 'string'.",
    ].join('\n'),
  },
  'a prompt argument that is a number': {
    code: `prompt({ arguments: numbers, get: () => 'x' })`,
    says: `Type 'ZodObject<{ count: ZodNumber; }, $strip>' is not assignable to type '"prompt arguments are strings on the wire: coerce count"'.`,
  },
  'the name of another SDK for the function of a prompt': {
    code: `prompt({ arguments: z.object({ who: z.string() }), load: () => 'x' })`,
    says: "Object literal may only specify known properties, and 'load' does not exist in type 'PromptOptions<ZodObject<{ who: ZodString; }, $strip>, unknown> & PromptSchema<ZodObject<{ who: ZodString; }, $strip>>'.",
  },
  'a prompt that gives a number': {
    code: `prompt({ get: () => 42 })`,
    says: "Type 'number' is not assignable to type 'Promise<Messages> | Messages'.",
    before7: "Type 'number' is not assignable to type 'Messages | Promise<Messages>'.",
  },
  'a variable that the template lacks': {
    code: `resource({ uri: 'notes://{id}', read: ({ name }) => name })`,
    says: "Property 'name' does not exist on type '{ readonly id: string; } & {}'.",
  },
  'a variable of a uri without any': {
    code: `resource({ uri: 'notes://today', read: ({ id }) => id })`,
    says: "Property 'id' does not exist on type '{} & {}'.",
  },
  'a call in one object': {
    code: `await client.callTool({ name: 'add', arguments: {} })`,
    says: 'Expected 2-3 arguments, but got 1.',
  },
  'an unknown tool': {
    code: `await client.callTool('ad', { count: 1 })`,
    says: `Argument of type '"ad"' is not assignable to parameter of type '"add"'.`,
  },
  'a missing argument of a call': {
    code: `await client.callTool('add', {})`,
    says: "Property 'count' is missing in type '{}' but required in type '{ count: number; }'.",
    before7: [
      "Argument of type '{}' is not assignable to parameter of type '{ count: number; }'.",
      "  Property 'count' is missing in type '{}' but required in type '{ count: number; }'.",
    ].join('\n'),
  },
  'a wrong argument of a call': {
    code: `await client.callTool('add', { count: 'x' })`,
    says: "Type 'string' is not assignable to type 'number'.",
  },
  'a missing await': {
    code: `client.callTool('add', { count: 1 }).content`,
    says: "Property 'content' does not exist on type 'Promise<ToolResult<unknown>>'.",
  },
}

const before = `
import { createServer, prompt, resource, tool } from 'omniport'
import { connect } from 'omniport/client'
import { serveHttp } from 'omniport/node'
import { z } from 'zod'
const identity = { name: 'x', version: '1' }
const numbers = z.object({ count: z.number() })
const server = createServer({ ...identity, tools: { add: tool({ input: numbers, run: () => '' }) } })
const client = await connect(server)
`

const names = Object.keys(mistakes)
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(root, 'node_modules/.mistakes-'))
  for (const name of ['omniport', 'zod', '@types/node', 'undici-types']) link(name, folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  for (const [index, { code }] of Object.values(mistakes).entries()) {
    writeFileSync(join(folder, `${index}.ts`), before + code)
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}

/** What the compiler says of each mistake, without places. */
function compile(compiler: string): Record<string, string> {
  const tsc = join(root, 'node_modules', compiler, 'bin/tsc')
  const args = [tsc, '-p', folder, '--pretty', 'false']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const texts: Record<string, string> = {}
  for (const part of stdout.trimEnd().split(/^(?=\d+\.ts\()/m)) {
    const [, index = '', text = ''] = /^(\d+)\.ts\(\d+,\d+\): error TS\d+: (.*)$/s.exec(part.trimEnd()) ?? []
    const name = names[Number(index)] ?? part
    texts[name] = texts[name] === undefined ? text : `${texts[name]}\n${text}`
  }
  return texts
}

describe('a mistake is named by the compiler', () => {
  test.each([
    ['TypeScript 7', 'typescript', ({ says }: Mistake) => says],
    ['TypeScript 6', 'typescript6', ({ says, before7 }: Mistake) => before7 ?? says],
  ])('%s', (_name, compiler, expected) => {
    const entries = Object.entries(mistakes).map(([name, mistake]) => [name, expected(mistake)])
    expect(compile(compiler)).toEqual(Object.fromEntries(entries))
  })
})
