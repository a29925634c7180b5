import { isRevision, type Revision, revisions } from '../protocol/revisions/revision.js'
import type { SchemaTypes } from '../protocol/schemas/schema-of.js'
import type { JsonObject } from '../values/json/json-object.js'
import type { ConversationProblem, RecordedMessage } from './conversation-problems.js'
import type { Sender } from './core-methods.js'

/** The circumstances of a message, as far as its check depends on them. */
export interface CheckMessageOptions {
  readonly revision: Revision
  readonly from: Sender
  /** The method of the request that a response answers. Without it a result is checked as any result. */
  readonly method?: string | undefined
  /** The message was an HTTP body: there an error without id is legal in every revision. Default: false. */
  readonly http?: boolean | undefined
}

/**
 * The official JSON Schema of a revision, without its prose; its definitions are in `$defs`, before 2025-11-25 in
 * `definitions`. Loaded on the first call. `SchemaTypes` has the types of the definitions. Rejects with a TypeError for an
 * unknown revision.
 */
export async function protocolSchema(revision: Revision): Promise<JsonObject> {
  assertRevision(revision)
  const { schemaOf } = await import('../protocol/schemas/schema-of.js')
  return schemaOf(revision)
}

/**
 * The problems of a message as one side sends it in one revision, one sentence each, such as
 * `/result/tools/0/name: is required`; empty when it is right.
 *
 * A message must match its definition in the official schema of the revision: a request or notification by its method (methods
 * of extensions: the generic envelope), a result by the method it answers, an error by its code. Beyond the schema it must hold
 * no property that the revision does not define, be of a kind this side may send in this revision, be an array only where the
 * revision has batches, and use only error codes with a meaning there. `message` is parsed JSON, and may be hostile.
 *
 * Rejects with a TypeError for an unknown revision.
 */
export async function checkMessage(message: unknown, options: CheckMessageOptions): Promise<readonly string[]> {
  assertRevision(options.revision)
  const { messageProblems } = await import('./message-problems.js')
  return messageProblems(message, options)
}

/**
 * The problems of a value under one definition of the official schema, such as `Tool` or `CallToolResult`, one sentence each;
 * empty when it is valid. Rejects with a TypeError for an unknown revision, or a name that the revision does not define.
 */
export async function checkDefinition<R extends Revision>(
  value: unknown,
  { revision, name }: { readonly revision: R; readonly name: keyof SchemaTypes[R] & string },
): Promise<readonly string[]> {
  assertRevision(revision)
  const { officialSchema } = await import('./official-schema.js')
  const { schemaProblems } = await import('./schema-problems.js')
  const schema = officialSchema(revision)
  return schemaProblems(schema, { pointer: schema.pointer(name), value, path: '' })
}

/**
 * The problems of the messages of one connection, in the order in which they were sent; empty when all are right. Beside what
 * `checkMessage` finds, a response without a request, a second response to one request, and an id that is used again before it
 * was answered are problems; a request without a response is none.
 */
export async function checkConversation(messages: Iterable<RecordedMessage>): Promise<readonly ConversationProblem[]> {
  const { conversationProblems } = await import('./conversation-problems.js')
  return conversationProblems(messages)
}

function assertRevision(revision: unknown): asserts revision is Revision {
  if (!isRevision(revision)) throw new TypeError(`revision must be one of ${revisions.join(', ')}`)
}
