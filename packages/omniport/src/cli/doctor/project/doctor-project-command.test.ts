import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { doctorProjectCommand } from './doctor-project-command.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'project-'))
})

afterEach(() => rm(cwd, { recursive: true }))

const official = { name: '@modelcontextprotocol/sdk', version: '1.9.0' }
const omniport = { name: '@omniport/sdk', version: '1.0.0' }
const place = 'node_modules/@modelcontextprotocol/sdk'

async function examine(manifest: object | undefined, sdk?: object) {
  if (manifest !== undefined) await writeFile(join(cwd, 'package.json'), JSON.stringify(manifest))
  if (sdk !== undefined) {
    await mkdir(join(cwd, place), { recursive: true })
    await writeFile(join(cwd, place, 'package.json'), JSON.stringify(sdk))
  }
  const { io, stdout } = createMemoryIo({ cwd })
  const code = await doctorProjectCommand({ env: [], header: [] }, io).catch((reason) => reason)
  return { code, ...JSON.parse(stdout() || '{}') }
}

describe('a project', () => {
  test('has the SDK of this library everywhere', async () => {
    expect(await examine({}, omniport)).toMatchObject({
      ...{ code: 0, target: cwd },
      findings: [{ area: 'project', level: 'ok', text: `${place} is @omniport/sdk 1.0.0` }],
    })
  })

  test('has the official SDK, and may replace it', async () => {
    expect(await examine({ overrides: { other: 1 } }, official)).toMatchObject({
      code: 0,
      findings: [
        {
          level: 'note',
          text: `${place} is @modelcontextprotocol/sdk 1.9.0; put "overrides" into the package.json at the root of the project ("resolutions" for Yarn, "pnpm": {"overrides"} for pnpm) to run on Omniport`,
        },
      ],
    })
  })

  test.each([
    [{ overrides: { '@modelcontextprotocol/sdk': 'x' } }],
    [{ resolutions: { '@modelcontextprotocol/sdk': 'x' } }],
    [{ pnpm: { overrides: { '@modelcontextprotocol/sdk': 'x' } } }],
  ])('has it in spite of %j', async (manifest) => {
    expect(await examine(manifest, official)).toMatchObject({
      code: { code: 'invalid_result', message: 'There is 1 problem; what to do is said there' },
      findings: [
        {
          ...{ level: 'problem', advice: 'remove node_modules and the lock file, and install again' },
          text: `${place} is @modelcontextprotocol/sdk 1.9.0, in spite of the override`,
        },
      ],
    })
  })

  test('may have neither', async () => {
    expect(await examine({})).toMatchObject({
      ...{ code: 0, findings: [{ level: 'note', text: 'nothing is installed as @modelcontextprotocol/sdk' }] },
    })
  })

  test('is a folder with a package.json', async () => {
    expect((await examine(undefined)).code).toMatchObject({
      code: 'usage',
      message: 'doctor: give a target (a URL, a name, or "-- command args…"); here is no package.json to look at',
    })
  })
})
