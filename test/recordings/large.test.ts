import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cli } from '../cli/run-program.js'
import { behaves, node, run, start, TapFolder } from '../tap/tapped.js'

/** Writes a recording of as many calls, each with an answer of a megabyte. */
async function writeLarge(path: string, calls: number): Promise<void> {
  const output = createWriteStream(path)
  const base = (ms: number, from: string) =>
    `{"ms":${ms},"transport":"stdio","connection":1,"from":"${from}","message":`
  output.write('{"format":"omniport-recording","version":1,"started":"x","target":{"command":"a","args":[]}}\n')
  const text = 'x'.repeat(1_000_000)
  for (let n = 1; n <= calls; n += 1) {
    output.write(`${base(n, 'client')}{"jsonrpc":"2.0","id":${n},"method":"tools/call","params":{"name":"t${n}"}}}\n`)
    const answer = `{"jsonrpc":"2.0","id":${n},"result":{"content":[{"type":"text","text":"${n}${text}"}]}}`
    if (!output.write(`${base(n, 'server')}${answer}}\n`)) await once(output, 'drain')
  }
  output.end()
  await once(output, 'close')
}

describe('a recording of 120 MB', () => {
  let folder: TapFolder
  /** A heap that holds a tenth of it. */
  const small = [node, '--max-old-space-size=48', '--max-semi-space-size=1', cli]

  beforeAll(async () => {
    folder = await TapFolder.create()
    await writeLarge(folder.file, 120)
    expect((await stat(folder.file)).size).toBeGreaterThan(120_000_000)
  })
  afterAll(() => folder.remove())

  test('is viewed, compared and written as a report without being in memory', async () => {
    const view = await run([...small, 'view', folder.file, '--json'], '')
    expect([view.code, JSON.parse(String(view.stdout)).result.messages]).toEqual([0, { client: 120, server: 120 }])
    const same = await run([...small, 'diff', folder.file, folder.file], '')
    expect([String(same.stdout), same.code]).toEqual(['The same in both: 120 messages of the client\n', 0])
    const html = join(folder.folder, 'report.html')
    expect((await run([...small, 'view', folder.file, '--html', html], '')).code).toBe(0)
    const again = await run([...small, 'diff', html, folder.file], '')
    expect([String(again.stdout), again.code]).toEqual(['The same in both: 120 messages of the client\n', 0])
  }, 180_000)

  test('is served by a mock without being in memory', async () => {
    const child = start([...small, 'mock', folder.file])
    const answers: number[] = []
    let rest = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) answers.push(line.length)
    })
    for (let n = 1; n <= 120; n += 1) {
      child.stdin.write(`{"jsonrpc":"2.0","id":"id-${n}","method":"tools/call","params":{"name":"t${n}"}}\n`)
      await expect.poll(() => answers.length, { timeout: 30_000, interval: 5 }).toBe(n)
    }
    const end = once(child, 'close')
    child.stdin.end()
    expect(await end).toEqual([0, null])
    expect(answers.every((length) => length > 1_000_000)).toBe(true)
  }, 180_000)
})

test('a recording whose process is killed can be read', async () => {
  const folder = await TapFolder.create()
  try {
    const child = start(folder.through(behaves('echo'), '--quiet'))
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    await once(child.stdout, 'data')
    const end = once(child, 'close')
    child.kill('SIGKILL')
    await end
    const { code, stdout } = await run([node, cli, 'view', folder.file], '')
    expect([code, String(stdout).match(/→ {2}ping/g)?.length]).toEqual([0, 1])
    expect((await readFile(folder.file, 'utf8')).endsWith('\n')).toBe(true)
  } finally {
    await folder.remove()
  }
})

test('a report that is there is not overwritten', async () => {
  const folder = await TapFolder.create()
  try {
    await writeLarge(folder.file, 1)
    const html = join(folder.folder, 'a.html')
    expect((await run([node, cli, 'view', folder.file, '--html', html], '')).code).toBe(0)
    const { code, stderr } = await run([node, cli, 'view', folder.file, '--html', html], '')
    const message = `--html: cannot write ${html}: it is there already; give another path, or remove it`
    expect([code, JSON.parse(String(stderr)).error.message]).toEqual([1, message])
  } finally {
    await folder.remove()
  }
})

test('a module is recorded over pipes', async () => {
  const folder = await TapFolder.create()
  const tools = fileURLToPath(new URL('../cli/fixtures/tools.mjs', import.meta.url))
  try {
    const args = [cli, 'record', tools, '-o', folder.file, '--quiet']
    const client = await connect({ command: node, args }, { revision: '2025-11-25' })
    const { content } = await client.callTool('add', { a: 1, b: 2 })
    await client.close()
    expect(content).toEqual([{ type: 'text', text: '3' }])
    const { conversations, problems } = await folder.recording()
    expect([problems, conversations.length]).toEqual([[], 1])
  } finally {
    await folder.remove()
  }
})
