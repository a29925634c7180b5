import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from '../cli/memory-io.js'
import { root } from '../support/root.js'
import { codeBlocks, readDocument } from './code-blocks.js'
import { learnPages, parts, programs } from './learn.js'

test('docs/README.md has the six parts, and lists every page once', () => {
  expect(parts.map(({ title }) => title)).toEqual(['Learn', 'Run', 'Build', 'Move', 'Reference', 'Proof'])
  const listed = parts.flatMap(({ pages }) => pages.map(({ file }) => file))
  const there = readdirSync(`${root}/docs`).filter((name) => /^(?!README|index).*\.md$/.test(name))
  expect(listed.toSorted()).toEqual(there.toSorted())
})

test('each page for a beginner leads to the next', () => {
  const next = learnPages.map((page) => /^Next: \[([\w.-]+)\]/m.exec(readDocument(page))?.[1])
  expect(next).toEqual([...learnPages.slice(1).map((page) => page.replace('docs/', '')), undefined])
})

test('each program of a page for a beginner says what it prints, or is run from a terminal', () => {
  const printing = new Set(programs.map(([page, file]) => `${page} ${file}`))
  const named = learnPages.flatMap((page) =>
    codeBlocks(readDocument(page)).flatMap(({ language, file }) =>
      language === 'ts' && file !== undefined ? [`${page} ${file}`] : [],
    ),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !printing.has(name))).toEqual([
    'docs/first-server.md server.js',
    'docs/first-server.md notes.js',
    'docs/first-server.md main.js',
    'docs/first-client.md client.js',
    'docs/testing.md notes.test.js',
    'docs/testing.md library.test.js',
  ])
})

test('each program of the documents that is named as JavaScript is JavaScript', () => {
  const pages = parts.flatMap(({ pages }) => pages.map(({ file }) => `docs/${file}`))
  const named = [...pages, 'README.md'].flatMap((page) =>
    codeBlocks(readDocument(page)).flatMap(({ file, text }) => (file?.endsWith('.js') ? [{ page, file, text }] : [])),
  )
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter(({ text }) => !isJavaScript(text))).toEqual([])
})

function isJavaScript(text: string): boolean {
  try {
    transformSync(text, { loader: 'js', logLevel: 'silent' })
    return true
  } catch {
    return false
  }
}

describe('the commands of docs/hosts.md', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hosts-'))
    const server = `import { createServer } from 'omniport'\nimport { serveStdio } from 'omniport/stdio'\n`
    writeFileSync(join(folder, 'server.js'), `${server}await serveStdio(createServer({ name: 's', version: '1' }))`)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const lines = codeBlocks(readDocument('docs/hosts.md')).flatMap(({ text }) => text.trim().split('\n'))

  test.each(lines.filter((line) => line.startsWith('npx omniport config ')))(
    '%s',
    { timeout: 300_000 },
    async (line) => {
      const { io, stdout } = createMemoryIo({ cwd: folder, env: { HOME: folder } })
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
      expect(await run(words.slice(2), io)).toBe(0)
      expect(JSON.parse(stdout())).toMatchObject({ changed: !line.includes('--dry-run') })
    },
  )
})

test('no page has a command that is found only where omniport is installed for all projects', () => {
  const pages = parts.flatMap(({ pages }) => pages.map(({ file }) => `docs/${file}`))
  const lines = pages.flatMap((page) =>
    codeBlocks(readDocument(page)).flatMap(({ language, text }) =>
      language === 'sh' ? text.split('\n').map((line) => `${page}: ${line}`) : [],
    ),
  )
  expect(lines.filter((line) => /: (?:\w+=\S+ )*omniport /.test(line))).toEqual([])
})
