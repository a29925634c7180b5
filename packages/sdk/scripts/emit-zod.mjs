/** Types that have a name in the notation, as an expression of zod and its type. */
const named = {
  string: ['z.string()', 'z.ZodString'],
  boolean: ['z.boolean()', 'z.ZodBoolean'],
  unknown: ['z.unknown()', 'z.ZodUnknown'],
  any: ['z.any()', 'z.ZodAny'],
  null: ['z.null()', 'z.ZodNull'],
  url: ['z.string().url()', 'z.ZodString'],
  fileUri: ["z.string().startsWith('file://')", 'z.ZodString'],
  datetime: ['z.iso.datetime({ offset: true })', 'z.ZodISODateTime'],
  coercedNumber: ['z.coerce.number()', 'z.ZodCoercedNumber<unknown>'],
  object: ['special.anyObject()', 'special.AnyObject'],
  base64: ['special.base64()', 'z.ZodString'],
  elicitationCapability: ['special.elicitationCapability()', 'special.ElicitationCapability'],
  elicitContent: ['special.elicitContent()', 'special.ElicitContent'],
  safeUrl: ['special.safeUrl()', 'z.ZodURL'],
  optionalSafeUrl: ['special.optionalSafeUrl(SafeUrlSchema)', 'special.OptionalSafeUrl'],
}

/** Returns the text of an expression that makes the schema, and that of its type. */
export function emitZod(node) {
  switch (node.kind) {
    case 'reference':
      return reference(node)
    case 'named':
      return named[node.name] ?? fail(`no type is named ${node.name}`)
    case 'literal':
      return [`z.literal(${JSON.stringify(node.value)})`, `z.ZodLiteral<${JSON.stringify(node.value)}>`]
    case 'number':
    case 'int':
      return [`z.number()${node.kind === 'int' ? '.int()' : ''}${bounds(node)}`, 'z.ZodNumber']
    case 'optional':
    case 'default':
    case 'catch':
      return wrapped(node)
    case 'array':
      return array(node)
    case 'map':
      return around(node.value, (code, type) => [`z.record(z.string(), ${code})`, `z.ZodRecord<z.ZodString, ${type}>`])
    case 'enum':
      return enumeration(node)
    case 'object':
      return object(node)
    default:
      return union(node)
  }
}

function reference({ name }) {
  return [`${name}Schema`, `typeof ${name}Schema`]
}

function bounds({ least, most }) {
  return `${least === undefined ? '' : `.min(${least})`}${most === undefined ? '' : `.max(${most})`}`
}

function wrapped({ kind, inner, value }) {
  const [code, type] = emitZod(inner)
  if (kind === 'optional') return [`${code}.optional()`, `z.ZodOptional<${type}>`]
  if (kind === 'default') return [`${code}.default(${JSON.stringify(value)})`, `z.ZodDefault<${type}>`]
  return [`${code}.catch(${JSON.stringify(value)})`, `z.ZodCatch<${type}>`]
}

function array({ element, ...limits }) {
  return around(element, (code, type) => [`z.array(${code})${bounds(limits)}`, `z.ZodArray<${type}>`])
}

function enumeration({ values }) {
  const members = values.map((value) => `${quoted(value)}: ${JSON.stringify(value)}`)
  return [`z.enum(${JSON.stringify(values)})`, `z.ZodEnum<{ ${members.join('; ')} }>`]
}

const builders = { strip: 'z.object', loose: 'z.looseObject', strict: 'z.strictObject' }

function object({ mode, members }) {
  const all = members.map(([name, node]) => [quoted(name), ...emitZod(node)])
  const code = all.map(([name, code]) => `${name}: ${code}`).join(', ')
  const type = all.map(([name, , type]) => `${name}: ${type}`).join('; ')
  return [`${builders[mode]}({ ${code} })`, `z.ZodObject<{ ${type} }, z.core.$${mode}>`]
}

function union({ kind, key, options }) {
  const all = options.map(emitZod)
  if (kind === 'either')
    return [`${all[0][0]}.or(${all[1][0]})`, `z.ZodUnion<[${all.map(([, type]) => type).join(', ')}]>`]
  const codes = `[${all.map(([code]) => code).join(', ')}]`
  const types = all.map(([, type]) => type).join(', ')
  if (kind === 'union') return [`z.union(${codes})`, `z.ZodUnion<readonly [${types}]>`]
  // The type of zod 3.25 has no place for the key.
  return [`z.discriminatedUnion(${JSON.stringify(key)}, ${codes})`, `z.ZodDiscriminatedUnion<[${types}]>`]
}

function around(node, wrap) {
  return wrap(...emitZod(node))
}

function quoted(name) {
  return /^\w+$/.test(name) ? name : JSON.stringify(name)
}

function fail(message) {
  throw new Error(message)
}
