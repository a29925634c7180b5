import { openHttp } from './open-http.mjs'

/** What a session costs that nobody uses. */
export const sessions = [
  {
    name: 'idle-sessions',
    title: 'heap of one idle HTTP session of 2025-11-25',
    unit: 'KB',
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'mcp-lite', 'tmcp'],
    target: { of: 'value', most: 0.8 },
    rounds: 3,
    open: openSessions,
  },
]

/** Opens sessions. `more` are settings of a server program. */
export async function openSessions(contender, scale = 1, more = []) {
  const count = Math.ceil(1_000 * scale)
  const revision = contender === 'tmcp' || contender === 'mcp-lite' ? '2025-06-18' : '2025-11-25'
  const settings = [`answers=${contender === 'tmcp' ? 'sse' : 'json'}`, 'sessions=yes', ...more]
  const { program, driver, close } = await openHttp(contender, { revision, settings, exposeGc: true })
  const openMany = async () => {
    for (let each = 0; each < count; each += 1) await driver.openSession()
  }
  await openMany()
  const sample = async () => {
    const { heap: before } = await program.memory()
    await openMany()
    const { heap: after } = await program.memory()
    return (after - before) / 1_024 / count
  }
  return { sample, close }
}
