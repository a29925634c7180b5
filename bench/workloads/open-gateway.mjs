import { HttpDriver } from '../drivers/http-driver.mjs'
import { checkSum, sumOf, toolCall } from '../drivers/messages.mjs'
import { MeasuredProcess } from '../measure/measured-process.mjs'

/** Starts the gateway of a contender, and a driver for it. `prefix` is that of the tools. */
export async function openGateway(contender, { revision, connections, settings, prefix = '', exposeGc = false }) {
  const args = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const program = new MeasuredProcess(`servers/${contender}-gateway.mjs`, args, { exposeGc })
  const driver = await HttpDriver.open(Number(await program.firstLine()), { connections, revision })
  if (revision === '2025-11-25') await driver.openSession()
  let id = 0
  const next = () => {
    id += 1
    const [name, given] = sumOf(id)
    return toolCall(revision, id, [`${prefix}${name}`, given])
  }
  for (let times = 0; times < 10; times += 1) checkSum((await driver.converse(next())).answer)
  const close = async () => {
    driver.close()
    await program.end()
  }
  return { program, driver, next, close }
}
