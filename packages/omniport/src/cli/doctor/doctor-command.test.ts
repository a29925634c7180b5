import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createServer } from '../../entries/index.js'
import { serveHttp } from '../../entries/node.js'
import { doctorCommand } from './doctor-command.js'
import { type Listening, listen, reply } from './fixtures/listen.js'
import { doctorProjectCommand } from './project/doctor-project-command.js'

const open: { close(): Promise<unknown> }[] = []
let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'doctor-'))
})

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  await rm(cwd, { recursive: true })
})

async function examine(
  word: string,
  { words = [], header = [] }: { words?: readonly string[]; header?: readonly string[] } = {},
) {
  const { io, stdout } = createMemoryIo({ cwd })
  const statuses: string[] = []
  const invocation = { target: { type: 'word', word }, words, options: { env: [], header } } as const
  const code = await doctorCommand(invocation, { ...io, status: (line) => void statuses.push(line) }).catch(
    (reason) => reason,
  )
  const areas =
    stdout() === '' ? [] : [...new Set(JSON.parse(stdout()).findings.map(({ area }: { area: string }) => area))]
  return { code, areas, statuses, printed: stdout() }
}

test('a server is examined from the network to its features', async () => {
  const served = await serveHttp(createServer({ name: 's', version: '1' }), { port: 0 })
  open.push(served)
  const { code, areas, statuses, printed } = await examine(served.url)
  expect([code, areas, statuses]).toEqual([
    0,
    ['network', 'sign-in', 'protocol', 'timing', 'offers'],
    ['examining: network', 'examining: sign-in', 'examining: protocol', 'examining: features', ''],
  ])
  expect(JSON.parse(printed).target).toBe(served.url)
})

describe('a problem ends the examination where nothing else can work', () => {
  const refusing = async () => {
    const served: Listening = await listen((_asked, response) =>
      reply(response, 401, undefined, { 'www-authenticate': 'ApiKey' }),
    )
    open.push(served)
    return `${served.origin}/mcp`
  }

  test('such as the network', async () => {
    const url = await refusing()
    await open.pop()?.close()
    const { code, areas, statuses } = await examine(url)
    expect([code.code, areas, statuses]).toEqual(['invalid_result', ['network'], ['examining: network', '']])
  })

  test('such as credentials that are missing', async () => {
    const { areas } = await examine(await refusing())
    expect(areas).toEqual(['network', 'sign-in'])
  })

  test('but not where credentials are given', async () => {
    const { areas } = await examine(await refusing(), { header: ['X-Api-Key: k'] })
    expect(areas).toEqual(['network', 'sign-in', 'protocol'])
  })
})

test('one target is taken', async () => {
  const { code } = await examine('http://a.example', { words: ['b'] })
  expect([code.code, code.message]).toEqual(['usage', 'doctor takes one target, got "b" as well'])
})

describe('a project', () => {
  const examineProject = async () => {
    const { io, stdout } = createMemoryIo({ cwd })
    const code = await doctorProjectCommand({ env: [], header: [] }, io).catch((reason) => reason.code)
    return { code, diagnosis: stdout() === '' ? undefined : JSON.parse(stdout()) }
  }
  const install = async (name: string, manifest: object) => {
    const place = join(cwd, 'node_modules/@modelcontextprotocol/sdk')
    await mkdir(place, { recursive: true })
    await writeFile(join(place, 'package.json'), JSON.stringify({ name, version: '1.2.3' }))
    await writeFile(join(cwd, 'package.json'), JSON.stringify(manifest))
  }
  const of = (level: string, text: string, advice?: string) => ({
    area: 'project',
    level,
    text,
    ...(advice && { advice }),
  })
  const official = 'node_modules/@modelcontextprotocol/sdk is @modelcontextprotocol/sdk 1.2.3'

  test('is where its manifest is', async () => {
    const { io } = createMemoryIo({ cwd })
    await expect(doctorProjectCommand({ env: [], header: [] }, io)).rejects.toMatchObject({
      code: 'usage',
      message: 'doctor: give a target (a URL, a name, or "-- command args…"); here is no package.json to look at',
    })
  })

  test('may have nothing installed', async () => {
    await writeFile(join(cwd, 'package.json'), '{}')
    const { code, diagnosis } = await examineProject()
    expect([code, diagnosis.target, diagnosis.findings]).toEqual([
      0,
      cwd,
      [of('note', 'nothing is installed as @modelcontextprotocol/sdk')],
    ])
  })

  test('may have the SDK replaced', async () => {
    await install('@omniport/sdk', {})
    expect((await examineProject()).diagnosis.findings).toEqual([
      of('ok', 'node_modules/@modelcontextprotocol/sdk is @omniport/sdk 1.2.3'),
    ])
  })

  test('is told how to replace it', async () => {
    await install('@modelcontextprotocol/sdk', {})
    expect((await examineProject()).diagnosis.findings).toEqual([
      of(
        'note',
        `${official}; put "overrides" into the package.json at the root of the project ("resolutions" for Yarn, "pnpm": {"overrides"} for pnpm) to run on Omniport`,
      ),
    ])
  })

  test.each(['overrides', 'resolutions'])('has a problem in spite of its %s', async (field) => {
    await install('@modelcontextprotocol/sdk', { [field]: { '@modelcontextprotocol/sdk': 'npm:@omniport/sdk' } })
    const { code, diagnosis } = await examineProject()
    expect([code, diagnosis.findings]).toEqual([
      'invalid_result',
      [
        of(
          'problem',
          `${official}, in spite of the override`,
          'remove node_modules and the lock file, and install again',
        ),
      ],
    ])
  })
})
