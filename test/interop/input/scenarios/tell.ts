import type { Driver } from '../../drivers/driver.js'
import type { JsonObject } from '../../json.js'

/** What a tool tells: its JSON, or what it says is wrong. */
export async function notify(driver: Driver, tool: string, args?: JsonObject): Promise<unknown> {
  const { content, isError } = await driver.callTool(tool, args)
  const [{ text }] = content as readonly [{ readonly text: string }]
  return isError === true ? { wrong: text } : JSON.parse(text)
}
