import { HttpDriver } from '../drivers/http-driver.mjs'
import { MeasuredProcess } from '../measure/measured-process.mjs'

/** Starts the HTTP server of a contender, and a driver for it. `settings` are those of a server program. */
export async function openHttp(contender, { revision, connections = 1, settings = [], exposeGc = false }) {
  const program = new MeasuredProcess(`servers/${contender}-http.mjs`, settings, { exposeGc })
  const port = Number(await program.firstLine())
  // mcp-lite answers with a stream whoever takes one.
  const isPlain = contender === 'mcp-lite' && !settings.includes('answers=sse')
  const accept = isPlain ? 'application/json' : undefined
  const driver = await HttpDriver.open(port, { connections, revision, accept })
  const close = async () => {
    driver.close()
    await program.end()
  }
  return { program, driver, port, close }
}
