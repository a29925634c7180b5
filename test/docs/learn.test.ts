import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from '../cli/memory-io.js'
import { codeBlocks, readDocument } from './code-blocks.js'
import { learnPages, learnPrograms } from './learn.js'

test('each page leads to the next', () => {
  const next = learnPages.map((page) => /^Next: \[([\w.]+)\]/m.exec(readDocument(page))?.[1])
  expect(next).toEqual([...learnPages.slice(1).map((page) => page.replace('docs/', '')), undefined])
})

test('docs/README.md lists the pages in their order', () => {
  const listed = [...readDocument('docs/README.md').matchAll(/^\d\. \[([\w.]+)\]/gm)].map(([, page]) => `docs/${page}`)
  expect(listed).toEqual([...learnPages])
})

test('each page has programs, and says what they print', () => {
  const pages = new Set(learnPrograms.map(([page]) => page))
  expect([...pages, 'docs/hosts.md']).toEqual([...learnPages])
  expect(learnPrograms.filter(([, , stdout]) => stdout.includes('no output of'))).toEqual([])
})

describe('the commands of docs/hosts.md', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hosts-'))
    const server = `import { createServer } from 'omniport'\nimport { serveStdio } from 'omniport/stdio'\n`
    writeFileSync(join(folder, 'server.js'), `${server}await serveStdio(createServer({ name: 's', version: '1' }))`)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const lines = codeBlocks(readDocument('docs/hosts.md')).flatMap(({ text }) => text.trim().split('\n'))

  test.each(lines.filter((line) => line.startsWith('omniport config ')))('%s', async (line) => {
    const { io, stdout } = createMemoryIo({ cwd: folder, env: { HOME: folder } })
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
    expect(await run(words.slice(1), io)).toBe(0)
    expect(JSON.parse(stdout())).toMatchObject({ changed: !line.includes('--dry-run') })
  })
})
