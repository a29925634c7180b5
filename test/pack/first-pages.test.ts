import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { codeBlocks, readDocument } from '../docs/code-blocks.js'
import { type NpmRegistry, openNpmRegistry } from '../support/npm-registry.js'
import { root } from '../support/root.js'
import { npmTimeoutMs, runWithNpm } from '../support/run-with-npm.js'

vi.setConfig({ testTimeout: npmTimeoutMs, hookTimeout: npmTimeoutMs })

/** The pages that a beginner follows first, in one folder. */
const pages = ['install', 'first-server', 'first-client', 'testing', 'debugging'].map((name) => `docs/${name}.md`)
const blocks = pages.flatMap((page) => codeBlocks(readDocument(page)))
const [install = '', ...commands] = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)

/** The commands that need what the tests have not: another package, a browser, a config file of a host. */
const left = /^npm install --save-dev|omniport (console|tap)/

/** What the commands print, and how they end. */
const outputs: Readonly<Record<string, readonly [stdout: RegExp, status?: number]>> = {
  'npx omniport --version': [/^\d+\.\d+\.\d+\n$/],
  'npx omniport list -- node server.js': [/"name":"greet"[\s\S]*"name":"hello"/],
  'npx omniport call hello name=Ada -- node server.js': [/"Hello Ada"/],
  'npx omniport call hello nme=Ada -- node server.js': [/^$/, 1],
  'npx omniport read notes.js note://milk': [/"Two litres, by Friday"/],
  'npx omniport prompt notes.js plan focus=garden': [/"Plan my week around garden\./],
  'npx omniport call notes.js add_note id=bread text=Rye': [/"Added note:\/\/bread"/],
  'npx omniport read note://milk -- node main.js': [/"Two litres, by Friday"/],
  'node client.js': [/^Hello Ada\n$/],
  'node --test': [/^\S pass 4$/m],
  'npx omniport doctor -- node server.js': [/"problem":0/],
  'npx omniport check -- node server.js': [/2024-11-05[\s\S]*2026-07-28/],
}

const { dependencies } = JSON.parse(readFileSync(`${root}/packages/omniport/package.json`, 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>
}

describe('the first pages, as printed, in an empty folder', () => {
  let folder = ''
  let registry: NpmRegistry
  let installed: unknown
  const run = (line: string) => runWithNpm(line, { cwd: join(folder, 'project'), home: folder, registry })
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'first-pages-'))
    mkdirSync(join(folder, 'project'))
    mkdirSync(join(folder, 'packed'))
    registry = await openNpmRegistry(['omniport', ...Object.keys(dependencies), 'zod'], join(folder, 'packed'))
    installed = await run(install)
    for (const { language, file, text } of blocks) {
      if (language === 'ts' && file !== undefined) writeFileSync(join(folder, 'project', file), text)
    }
  })
  afterAll(async () => {
    await registry.close()
    rmSync(folder, { recursive: true })
  })

  test('install', () => {
    expect(installed).toMatchObject({ status: 0, stderr: '' })
  })

  const lines = commands.flatMap((text) => text.trim().split('\n')).filter((line) => !left.test(line))

  test.each([...new Set(lines)])('%s', async (line) => {
    const [stdout = `what ${line} prints is not said here`, status = 0] = outputs[line.replace(/ +#.*$/, '')] ?? []
    expect(await run(line)).toMatchObject({ status, stdout: expect.stringMatching(stdout) })
  })
})
