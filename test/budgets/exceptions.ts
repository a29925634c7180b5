/** Something over budget, on purpose. */
export interface Exception {
  /** As the failing test prints it, without the line number. */
  readonly offender: string
  readonly reason: string
}

/** What may be over budget. A line that excuses nothing fails the tests, so the list only holds what is still true. */
export const exceptions: readonly Exception[] = [
  {
    offender: 'packages/omniport/src/jsonrpc/messages/rpc-error.ts RpcError.constructor: 4 parameters',
    reason: 'the three members of a JSON-RPC error in their order, then the options that every Error takes last',
  },
  {
    offender: 'packages/omniport/src/store/records.ts Records.replace: 4 parameters',
    reason:
      'one command of a store, as in every key-value store; an object per write would be allocated for its names only',
  },
  {
    offender: 'packages/omniport/src/store/records.ts Records.update: 4 parameters',
    reason: 'as Records.replace, of which it is a form',
  },
  {
    offender: 'packages/redis/src/records/redis-records.ts RedisRecords.update: 4 parameters',
    reason: 'implements Records.update',
  },
  {
    offender: 'packages/omniport/src/store/memory/memory-records.ts MemoryRecords.replace: 4 parameters',
    reason: 'implements Records.replace',
  },
  {
    offender: 'packages/omniport/src/store/node/tables/file-records.ts FileRecords.replace: 4 parameters',
    reason: 'implements Records.replace',
  },
  {
    offender: 'packages/redis/src/records/redis-records.ts RedisRecords.replace: 4 parameters',
    reason: 'implements Records.replace',
  },
  {
    offender: 'packages/omniport/dist/schema/schema.d.ts Schema: any',
    reason: 'a schema of whatever input and output: both are in variance positions, and unknown refuses every schema',
  },
  {
    offender: 'packages/omniport/dist/server/requests/context.d.ts Context.elicit: any',
    reason: 'the input of a schema is in a variance position; what it gives is held to a flat object',
  },
]
