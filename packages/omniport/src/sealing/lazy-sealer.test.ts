import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { LazySealer } from './lazy-sealer.js'
import { Sealer } from './sealer.js'

const secrets = ['a'.repeat(32), 'b'.repeat(32)]
const warning =
  'Session ids are sealed with a secret of this process: other nodes, and this one after a restart, refuse them. ' +
  'Set the option secrets: ["…"], at least 32 bytes each'

function create(given?: readonly string[]) {
  const logger = createRecordingLogger()
  return { logger, sealer: new LazySealer({ secrets: given, service: 'files', logger, what: 'Session ids' }) }
}

describe('with secrets', () => {
  test('it seals with the first and opens with all, and has nothing to warn of', async () => {
    const { sealer, logger } = create(secrets)
    const text = await sealer.seal('state', { a: 1 }, { isLocal: false })
    expect(await new Sealer(secrets.slice(0, 1), 'files').open('state', text)).toEqual({ a: 1 })
    const other = await new Sealer(secrets.slice(1), 'files').seal('state', 2)
    expect([await sealer.open('state', other), await sealer.open('session', other)]).toEqual([2, undefined])
    expect(logger.warnings).toEqual([])
  })

  test.each([
    ['none', [], 'secrets must hold at least one'],
    ['a short one', [secrets[0] ?? '', 'x'.repeat(31)], 'secrets[1] must be at least 32 bytes long'],
  ])('%s is refused at once', (_name, given, problem) => {
    expect(() => create(given)).toThrow(new TypeError(problem))
  })

  test('their bytes are counted, not their characters', () => {
    expect(() => create(['ä'.repeat(16)])).not.toThrow()
  })
})

describe('without secrets', () => {
  test('it opens what it sealed, and nothing else', async () => {
    const { sealer } = create()
    const foreign = await create().sealer.seal('state', 1, { isLocal: true })
    expect(await sealer.open('state', foreign)).toBeUndefined()
    expect(await sealer.open('state', await sealer.seal('state', 2, { isLocal: true }))).toBe(2)
    expect(await sealer.open('state', foreign)).toBeUndefined()
  })

  test('it warns once, when something is sealed that leaves this machine', async () => {
    const { sealer, logger } = create()
    await sealer.seal('state', 1, { isLocal: true })
    expect(logger.warnings).toEqual([])
    await Promise.all([sealer.seal('state', 1, { isLocal: false }), sealer.seal('state', 1, { isLocal: false })])
    expect(logger.warnings).toEqual([warning])
  })
})

describe('in a worker of a cluster', () => {
  afterEach(() => vi.unstubAllGlobals())
  const { getBuiltinModule } = process
  const beWorker = () => {
    const inWorker = (id: string) => (id === 'node:cluster' ? { isWorker: true } : getBuiltinModule(id))
    vi.stubGlobal('process', { ...process, getBuiltinModule: inWorker })
  }

  test('it refuses to seal without secrets, local or not, and says why to the log alone', async () => {
    beWorker()
    const { sealer, logger } = create()
    const refusal = RpcError.internal('The server is not set up to do this')
    await expect(sealer.seal('state', 1, { isLocal: true })).rejects.toEqual(refusal)
    const message = 'Session ids cannot be sealed in a worker of node:cluster without the option secrets'
    expect(logger.errors).toEqual([{ message }])
    await expect(sealer.seal('state', 1, { isLocal: false })).rejects.toEqual(refusal)
    expect([logger.errors, await sealer.isForeign('v1.k.s.c')]).toEqual([[{ message }, { message }], true])
  })

  test('it seals with secrets', async () => {
    beWorker()
    const { sealer } = create(secrets)
    expect(await sealer.open('state', await sealer.seal('state', 1, { isLocal: false }))).toBe(1)
  })

  test.each([[undefined], [{}], [{ getBuiltinModule: () => undefined }]])(
    'is what a runtime that has no cluster is not: %j',
    async (host) => {
      const { sealer } = create()
      vi.stubGlobal('process', host)
      const sealing = sealer.seal('state', 1, { isLocal: true }) // it looks at once
      vi.unstubAllGlobals() // the runner of the tests needs its process when the next task begins
      expect(await sealer.open('state', await sealing)).toBe(1)
    },
  )

  test('is known as Node says it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'omniport-'))
    const program = join(folder, 'cluster.cjs')
    writeFileSync(
      program,
      `const cluster = process.getBuiltinModule('node:cluster')
      if (cluster.isPrimary) cluster.fork()
      else process.stdout.write(String(cluster.isWorker), () => process.disconnect())`,
    )
    try {
      expect(execFileSync(process.execPath, [program], { encoding: 'utf8', timeout: 20_000 })).toBe('true')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
