import { describe, expect, test } from 'vitest'
import { isObject } from '../../values/json/is-object.js'
import { schemaOf } from '../schemas/schema-of.js'
import { profiles } from './profiles.js'
import { type Revision, revisions } from './revision.js'
import type { RevisionProfile } from './revision-profile.js'

type Members = Readonly<Record<string, unknown>>

/** What the official schema of a revision says, as a profile. */
class Official {
  readonly #definitions: Members

  constructor(revision: Revision) {
    const { $defs, definitions = $defs } = schemaOf(revision)
    this.#definitions = isObject(definitions) ? definitions : {}
  }

  has(definition: string): boolean {
    return Object.hasOwn(this.#definitions, definition)
  }

  /** The schema of a member, however deep; undefined if there is none. */
  member(definition: string, ...path: readonly string[]): unknown {
    let found = this.#definitions[definition]
    for (const name of path) {
      const { properties } = isObject(found) ? this.#followed(found) : { properties: undefined }
      found = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
    }
    return found
  }

  hasMember(definition: string, ...path: readonly string[]): boolean {
    return this.member(definition, ...path) !== undefined
  }

  #followed(schema: Members): Members {
    const { $ref } = schema
    const target = typeof $ref === 'string' ? this.#definitions[$ref.slice($ref.lastIndexOf('/') + 1)] : schema
    return isObject(target) ? target : {}
  }
}

function structuredOf(official: Official): RevisionProfile['structured'] {
  const member = official.member('CallToolResult', 'structuredContent')
  if (!isObject(member)) return 'none'
  return member['type'] === 'object' ? 'object' : 'any'
}

function elicitationOf(official: Official): RevisionProfile['elicitation'] {
  if (!official.has('ElicitRequest')) return 'none'
  return official.has('ElicitRequestURLParams') ? 'full' : 'plain'
}

function implementationOf(official: Official): RevisionProfile['implementation'] {
  const members = ['title', 'description', 'icons', 'websiteUrl'] as const
  return members.filter((member) => official.hasMember('Implementation', member))
}

function isIdRequired(official: Official): boolean {
  const response = official.member('JSONRPCError') ?? official.member('JSONRPCErrorResponse')
  const required = isObject(response) ? response['required'] : undefined
  return Array.isArray(required) && required.includes('id')
}

function profileIn(revision: Revision): Partial<RevisionProfile> {
  const official = new Official(revision)
  return {
    revision,
    era: official.has('InitializeRequest') ? 'legacy' : 'modern',
    batch: official.has('JSONRPCBatchRequest'),
    idlessErrors: !isIdRequired(official),
    implementation: implementationOf(official),
    toolAnnotations: official.hasMember('Tool', 'annotations'),
    titles: official.hasMember('Tool', 'title'),
    icons: official.hasMember('Tool', 'icons'),
    definitionMeta: official.hasMember('Tool', '_meta'),
    lastModified: official.hasMember('Annotations', 'lastModified'),
    structured: structuredOf(official),
    audio: official.has('AudioContent'),
    resourceLinks: official.has('ResourceLink'),
    taskSupport: official.hasMember('Tool', 'execution'),
    elicitation: elicitationOf(official),
    elicitationIds: official.hasMember('ElicitRequestURLParams', 'elicitationId'),
    sampleTools: official.hasMember('CreateMessageRequest', 'params', 'tools'),
    progressMessage: official.hasMember('ProgressNotification', 'params', 'message'),
    completionsCapability: official.hasMember('ServerCapabilities', 'completions'),
    completionContext: official.hasMember('CompleteRequest', 'params', 'context'),
    resultEnvelope: official.hasMember('Result', 'resultType'),
  }
}

describe('the profile of a revision', () => {
  test.each(profiles)('has what the official schema has: $revision', (profile) => {
    const { tasks: _tasks, resourceNotFound: _code, polling: _polling, ...shown } = profile
    expect(shown).toEqual(profileIn(profile.revision))
  })

  test('has tasks in the protocol where the schema defines them, and as an extension in the modern era', () => {
    expect(profiles.map(({ tasks }) => tasks)).toEqual(
      revisions.map((revision) => {
        const official = new Official(revision)
        if (official.has('Task')) return 'core'
        return official.has('InitializeRequest') ? 'none' : 'extension'
      }),
    )
  })

  test('has the code of a missing resource, and of streams that begin with an empty event, as the prose says', () => {
    expect(profiles.map(({ resourceNotFound, polling }) => [resourceNotFound, polling])).toEqual([
      [-32002, false],
      [-32002, false],
      [-32002, false],
      [-32002, true],
      [-32602, false],
    ])
  })
})
