import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { install, link, type Packed, pack } from '../support/install-package.js'
import { root } from '../support/root.js'
import { runProgram } from '../support/run-program.js'
import { runTool } from '../support/run-tool.js'
import { missing, missingMembers } from './exceptions.js'
import { exportsOf, modulesOf, privateMembers } from './official-modules.js'

const official = join(root, 'node_modules/mcp-sdk-current')
const modules = modulesOf(official)

// Whole programs are compiled.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

describe('the package in the place of the official SDK', () => {
  let folder = ''
  let packed: Packed = { tarball: '', files: [] }
  const own = () => join(folder, 'node_modules/@modelcontextprotocol/sdk')

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sdk-'))
    packed = pack('@omniport/sdk', folder)
    install('@modelcontextprotocol/sdk', packed, folder)
    for (const name of ['zod', 'jose', 'express', 'express-rate-limit', '@types/node', '@types/express'])
      link(name, folder)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('has every module', () => {
    expect(modules.filter((name) => !packed.files.includes(`dist/esm/${name}.js`))).toEqual([])
    expect(modules.filter((name) => !packed.files.includes(`dist/cjs/${name}.js`))).toEqual([])
  })

  test('exports every value and every type of each, but for the listed ones', () => {
    const [theirs, found] = [exportsOf(official, modules), exportsOf(own(), modules)]
    const absent = modules.flatMap((name) => {
      const { values = [], types = [] } = found.get(name) ?? {}
      const lost = theirs.get(name)?.values.filter((each) => !values.includes(each)) ?? []
      const all = [...values, ...types]
      const lostTypes = theirs.get(name)?.types.filter((each) => !all.includes(each)) ?? []
      return [...lost, ...lostTypes].map((each) => `${name} ${each}`)
    })
    expect(absent).toEqual(missing)
  })

  test('has the values when it runs, as ESM and as CommonJS, and their members', async () => {
    const require = createRequire(join(folder, 'program.cjs'))
    const absent: string[] = []
    const members: string[] = []
    const hidden = privateMembers(official, modules)
    // The official one loads with a package that is optional, and not here.
    for (const name of modules.filter((each) => each !== 'validation/cfworker-provider')) {
      const theirs = (await import(pathToFileURL(join(official, `dist/esm/${name}.js`)).href)) as Values
      const esm = (await import(pathToFileURL(join(own(), `dist/esm/${name}.js`)).href)) as Values
      const cjs = require(`@modelcontextprotocol/sdk/${name}.js`) as Values
      for (const [key, value] of Object.entries(theirs)) {
        for (const [format, module] of Object.entries({ esm, cjs })) {
          if (typeof module[key] !== typeof value) absent.push(`${name} ${key} (${format})`)
        }
        const lost = lostMembers(value, esm[key]).map((member) => `${key}.${member}`)
        members.push(...lost.filter((member) => !hidden.has(member)))
      }
    }
    expect(absent).toEqual([])
    expect([...new Set(members)]).toEqual(missingMembers)
  })

  test('knows its errors across ESM and CommonJS', () => {
    const program = `import { createRequire } from 'node:module'
import { McpError, UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js'
const cjs = createRequire(import.meta.url)('@modelcontextprotocol/sdk/types.js')
console.log(new McpError(1, 'a') instanceof cjs.McpError, new cjs.McpError(1, 'a') instanceof McpError,
  new cjs.UrlElicitationRequiredError([]) instanceof UrlElicitationRequiredError,
  new cjs.UrlElicitationRequiredError([]) instanceof McpError, new Error('a') instanceof McpError)`
    writeFileSync(join(folder, 'errors.js'), program)
    expect(runProgram('errors.js', [], folder).stdout).toBe('true true true true false\n')
  })

  test('shows nothing of its own in the definitions of a server', () => {
    const program = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
const tool = new McpServer({ name: 's', version: '1' }).registerTool('t', { title: 'T' }, () => ({ content: [] }))
console.log(Object.keys(tool).join(), JSON.stringify(tool))`
    writeFileSync(join(folder, 'definitions.js'), program)
    const names = 'title,description,inputSchema,outputSchema,annotations,execution,_meta,handler,enabled,'
    const json = '{"title":"T","execution":{"taskSupport":"forbidden"},"enabled":true}'
    expect(runProgram('definitions.js', [], folder).stdout).toBe(`${names}disable,enable,remove,update ${json}\n`)
  })

  test('publint has nothing to say', () => {
    const { status, output } = runTool('publint', ['run', packed.tarball, '--strict'])
    expect([output, status]).toEqual([expect.stringContaining('All good!'), 0])
  })

  test('its types are right for every way to import it', () => {
    const { status, output } = runTool('attw', [
      packed.tarball,
      '--profile',
      'node16',
      '--no-definitely-typed',
      '--exclude-entrypoints',
      './*',
    ])
    expect(status, output).toBe(0)
  })
})

type Values = Readonly<Record<string, unknown>>

/** The methods and getters of a class, and its static members, that another one lacks. */
function lostMembers(theirs: unknown, other: unknown): readonly string[] {
  if (typeof theirs !== 'function' || typeof other !== 'function') return []
  const { prototype } = theirs as { prototype?: object }
  const { prototype: own } = other as { prototype?: object }
  const names = Object.getOwnPropertyNames(prototype ?? {}).filter((name) => own === undefined || !(name in own))
  const statics = Object.getOwnPropertyNames(theirs).filter((name) => !(name in other))
  return [...names, ...statics]
}
