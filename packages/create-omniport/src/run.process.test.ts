import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { run } from './run.js'

let cwd = ''

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'create-install-')))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(cwd, { recursive: true })
})

/** Stands in for npm, pnpm, yarn or bun: writes down where it ran and what it was told, and ends with a code. */
async function placeInstaller(name: string, code: number): Promise<string> {
  const path = join(cwd, name)
  const record = `JSON.stringify([process.cwd(), ...process.argv.slice(2)])`
  const file = JSON.stringify(join(cwd, 'ran.json'))
  const script = `#!${process.execPath}\nrequire('node:fs').writeFileSync(${file}, ${record})\nprocess.exit(${code})\n`
  await writeFile(path, script, { mode: 0o755 })
  return path
}

async function install(): Promise<string> {
  const written: string[] = []
  const write = (text: string) => void written.push(text)
  await run(['kitchen', '-t', 'http', '--js'], { cwd, terminal: undefined, warn: () => {}, write })
  return written.join('')
}

const ran = async () => JSON.parse(await readFile(join(cwd, 'ran.json'), 'utf8'))

describe('packages are installed in the project', () => {
  test('by the script that started this program', async () => {
    vi.stubEnv('npm_execpath', await placeInstaller('npm-cli.cjs', 0))
    vi.stubEnv('npm_config_user_agent', 'npm/10.0.0 node/v20')
    expect(await install()).toContain('  cd kitchen\n  npm test\n  npm start\n')
    expect(await ran()).toEqual([join(cwd, 'kitchen'), 'install'])
  })

  test('which is named where it fails', async () => {
    vi.stubEnv('npm_execpath', await placeInstaller('cli.js', 3))
    vi.stubEnv('npm_config_user_agent', undefined)
    const message = (name: string) => new Error(`${name} install failed in ${join(cwd, 'kitchen')}; run it again there`)
    await expect(install()).rejects.toThrow(message('npm'))
    await rm(join(cwd, 'kitchen'), { recursive: true })
    vi.stubEnv('npm_config_user_agent', 'yarn/1.22.0 npm/? node/v20')
    await expect(install()).rejects.toThrow(message('yarn'))
  })
})

describe.skipIf(process.platform === 'win32')('a program that is no script is found by its name', () => {
  test.each([
    ['pnpm', 'pnpm/9.0.0 npm/? node/v20', '/opt/pnpm/pnpm'],
    ['yarn', 'yarn/4.0.0 npm/? node/v20', '/opt/yarn.js/yarn'],
    ['bun', 'bun/1.1.0 npm/? node/v20', undefined],
    ['npm', 'other/1.0.0 pnpm/9.0.0', undefined],
  ])('%s', async (name, agent, path) => {
    await placeInstaller(name, 0)
    vi.stubEnv('PATH', `${cwd}:${process.env['PATH']}`)
    vi.stubEnv('npm_config_offline', 'true')
    vi.stubEnv('npm_execpath', path)
    vi.stubEnv('npm_config_user_agent', agent)
    await install()
    expect(await ran()).toEqual([join(cwd, 'kitchen'), 'install'])
  })
})
