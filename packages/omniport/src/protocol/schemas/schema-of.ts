import type { JsonObject } from '../../values/json/json-object.js'
import type { Revision } from '../revisions/revision.js'
import { schema as v20241105 } from './2024-11-05.gen.js'
import { schema as v20250326 } from './2025-03-26.gen.js'
import { schema as v20250618 } from './2025-06-18.gen.js'
import { schema as v20251125 } from './2025-11-25.gen.js'
import { schema as v20260728 } from './2026-07-28.gen.js'
import type { Definitions as V20241105 } from './types/2024-11-05.gen.js'
import type { Definitions as V20250326 } from './types/2025-03-26.gen.js'
import type { Definitions as V20250618 } from './types/2025-06-18.gen.js'
import type { Definitions as V20251125 } from './types/2025-11-25.gen.js'
import type { Definitions as V20260728 } from './types/2026-07-28.gen.js'

/**
 * The types of all that the schema of a revision defines, under the names of the specification:
 * `SchemaTypes['2025-11-25']['CallToolRequest']`. They describe messages as they are sent, in that revision.
 */
export interface SchemaTypes {
  readonly '2024-11-05': V20241105
  readonly '2025-03-26': V20250326
  readonly '2025-06-18': V20250618
  readonly '2025-11-25': V20251125
  readonly '2026-07-28': V20260728
}

const schemas: Readonly<Record<Revision, JsonObject>> = {
  '2024-11-05': v20241105,
  '2025-03-26': v20250326,
  '2025-06-18': v20250618,
  '2025-11-25': v20251125,
  '2026-07-28': v20260728,
}

/** The official JSON Schema of a revision, without its prose. Its definitions are in `definitions`, or in `$defs`. */
export function schemaOf(revision: Revision): JsonObject {
  return schemas[revision]
}
