import { type App, connectApp } from '@omniport/app'
import { useApp } from '@omniport/app/react'
import { tool } from 'omniport'
import type { ToolResult } from 'omniport/client'
import { z } from 'zod'
import { assert, type Equals } from './equals.js'

const chart = tool({
  input: z.object({ region: z.string(), months: z.number().default(6) }),
  output: z.object({ sums: z.array(z.number()) }),
  run: () => ({ sums: [1] }),
})
const refresh = tool({ output: z.object({ at: z.string() }), run: () => ({ at: 'now' }) })

interface Input {
  region: string
  months?: number | undefined
}

export async function typed(): Promise<void> {
  const app = await connectApp<typeof chart>({ name: 'chart', version: '1' })
  app.onToolInput((input) => assert<Equals<typeof input.region, string>>())
  app.onPartialToolInput((input) => assert<Equals<typeof input.region, string | undefined>>())
  app.onToolResult((result) => {
    assert<Equals<typeof result, ToolResult<{ sums: number[] }>>>()
    // @ts-expect-error a result may be that of a failure
    result.structuredContent.sums
  })
  const { input } = app.tool
  assert<Input extends NonNullable<typeof input> ? true : false>()
  const refreshed = await app.callTool<typeof refresh>('refresh', {})
  assert<Equals<typeof refreshed, ToolResult<{ at: string }>>>()
  // @ts-expect-error region is missing
  await app.callTool<typeof chart>('chart', { months: 1 })
  // @ts-expect-error there is no such mode
  await app.requestDisplayMode('huge')
}

export async function untyped(): Promise<void> {
  const app: App = await connectApp({ name: 'any', version: '1' })
  app.onToolInput((input) => assert<Equals<typeof input, Record<string, unknown>>>())
  const result = await app.callTool('any', { whatever: 1 })
  assert<Equals<typeof result, ToolResult<unknown>>>()
  // @ts-expect-error a view has a version
  await connectApp({ name: 'any' })
}

export function useChart(): readonly number[] | undefined {
  const { app, tool } = useApp<typeof chart>({ name: 'chart', version: '1' })
  assert<Equals<typeof app, App<typeof chart> | undefined>>()
  return tool.result?.structuredContent?.sums
}
