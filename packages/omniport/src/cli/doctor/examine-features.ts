import { estimateTokens, scanTool } from '../../entries/host.js'
import { jsonSchema, type Tool } from '../../entries/index.js'
import { pluralize } from '../../values/text/pluralize.js'
import { cut } from '../../values/text/truncate.js'
import { listEverything } from '../client/list-everything.js'
import { withClient } from '../client/with-client.js'
import type { Io } from '../process/io.js'
import type { Examined } from './examine-eras.js'
import { type Finding, note, ok, problem, warning } from './finding.js'

/** Looks at what a server offers: its lists, the schemas and texts of its tools, and what they cost a model. */
export async function examineFeatures({ invocation }: Examined, io: Io): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const start = performance.now()
  await withClient(invocation, io, async (client, limits) => {
    findings.push(ok('timing', `a connection in ${client.revision} takes ${since(start)} ms`))
    const listing = performance.now()
    const { tools, resources, resourceTemplates, prompts } = await listEverything(client, limits)
    findings.push(ok('timing', `all lists take ${since(listing)} ms`))
    const counts = [
      pluralize(tools.length, 'tool'),
      pluralize(resources.length, 'resource'),
      pluralize(resourceTemplates.length, 'template'),
      pluralize(prompts.length, 'prompt'),
    ]
    findings.push(note('offers', counts.join(', ')))
    findings.push(...(await examineTools(tools)))
    const silent = prompts.filter(({ description, title }) => (description ?? title ?? '') === '')
    if (silent.length > 0)
      findings.push(warning('prompts', `${namesOf(silent)}: no description`, 'say in a sentence what each is for'))
  })
  return findings
}

function since(start: number): number {
  return Math.round(performance.now() - start)
}

async function examineTools(tools: readonly Tool[]): Promise<readonly Finding[]> {
  if (tools.length === 0) return []
  const tokens = tools.reduce((sum, tool) => sum + estimateTokens(tool), 0)
  const cost = `about ${tokens} tokens of a model's context for ${pluralize(tools.length, 'tool')}`
  const [dearest] = [...tools].sort((left, right) => estimateTokens(right) - estimateTokens(left))
  const dear = dearest === undefined ? '' : `the largest is ${dearest.name} with ${estimateTokens(dearest)}`
  const findings: Finding[] = [
    tokens > manyTokens
      ? warning(
          'tools',
          cost,
          `shorten descriptions and schemas (${dear}), or let "omniport gateway --search" offer them`,
        )
      : ok('tools', cost),
  ]
  for (const { what, advice, isSo } of textRules) {
    const found = tools.filter(isSo)
    if (found.length > 0) findings.push(warning('tools', `${namesOf(found)}: ${what}`, advice))
  }
  for (const tool of tools) findings.push(...suspicious(tool), ...(await lintSchemas(tool)))
  if (findings.length === 1) findings.push(ok('tools', 'schemas, names and texts are fine'))
  return findings
}

const manyTokens = 10_000

interface TextRule {
  readonly what: string
  readonly advice: string
  readonly isSo: (tool: Tool) => boolean
}

const textRules: readonly TextRule[] = [
  {
    what: 'no description',
    advice: 'say in a sentence or two what each does, and when to use it: a model chooses by that',
    isSo: ({ description }) => (description ?? '').trim() === '',
  },
  {
    what: 'a description of more than 2,000 characters',
    advice: 'keep what helps to choose the tool, and move the rest into the descriptions of arguments',
    isSo: ({ description }) => (description ?? '').length > 2_000,
  },
  {
    what: 'arguments without a description',
    advice: 'describe each property of inputSchema, with its unit and an example',
    isSo: ({ inputSchema }) => Object.values(inputSchema.properties ?? {}).some((property) => isSilent(property)),
  },
  {
    what: 'a name that some models refuse',
    advice: 'use 1 to 64 letters, digits, _ and -',
    isSo: ({ name }) => !/^[\w-]{1,64}$/.test(name),
  },
  {
    what: 'nothing says if it only reads',
    advice: 'add annotations: readOnlyHint, or destructiveHint; hosts ask the user less then',
    isSo: ({ annotations }) => annotations?.readOnlyHint === undefined && annotations?.destructiveHint === undefined,
  },
]

function isSilent(property: unknown): boolean {
  if (typeof property !== 'object' || property === null) return true
  return !('description' in property) && !('title' in property) && !('$ref' in property)
}

/** One line for each kind of finding in a tool. */
function suspicious(tool: Tool): readonly Finding[] {
  return scanTool(tool).map(({ path, text }) =>
    problem(
      'tools',
      `${cut(tool.name, 64)}${path}: ${text}`,
      'remove it; if the server is not yours, do not use it before you have read the text',
    ),
  )
}

async function lintSchemas({ name, inputSchema, outputSchema }: Tool): Promise<readonly Finding[]> {
  const schemas = Object.entries({ inputSchema, outputSchema }).filter(([, schema]) => schema !== undefined)
  const found = await Promise.all(
    schemas.map(async ([member, schema]) => ({ member, fault: await faultOf(schema ?? {}) })),
  )
  return found.flatMap(({ member, fault }) =>
    fault === undefined
      ? []
      : [
          problem(
            'tools',
            `${cut(name, 64)}: its ${member} cannot be checked: ${fault}`,
            'correct it: JSON Schema 2020-12, with local $ref only',
          ),
        ],
  )
}

/** A value is checked, since a schema is looked at when it is first used. */
async function faultOf(schema: object): Promise<string | undefined> {
  try {
    await jsonSchema(schema)['~standard'].validate({})
    return undefined
  } catch (reason) {
    return reason instanceof Error ? reason.message : String(reason)
  }
}

function namesOf(items: readonly { readonly name: string }[]): string {
  const shown = items.slice(0, 5).map(({ name }) => cut(name, 64))
  return `${shown.join(', ')}${items.length > 5 ? ` and ${items.length - 5} more` : ''}`
}
