import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Random } from './random.js'

type Bytes = Uint8Array

/**
 * Puts a `crypto` in the place of the platform's that computes at once and takes its randomness from a seed, so that nothing
 * depends on threads. It has what the library uses, and keys are what it made itself. Gives what puts the old one back.
 */
export function useSyncCrypto(random: Random): () => void {
  const platform = Object.getOwnPropertyDescriptor(globalThis, 'crypto')
  const real = globalThis.crypto
  const getRandomValues = (array: Bytes): Bytes => {
    array.set(random.bytes(array.length))
    return array
  }
  const value = { subtle, getRandomValues, randomUUID: () => real.randomUUID() }
  Object.defineProperty(globalThis, 'crypto', { value, configurable: true, writable: true })
  return () => {
    if (platform !== undefined) Object.defineProperty(globalThis, 'crypto', platform)
  }
}

const subtle = {
  digest: async (_name: string, data: Bytes) => toBytes(createHash('sha256').update(data).digest()),
  importKey: async (_format: string, raw: Bytes) => ({ raw }),
  deriveKey: async ({ salt, info }: { salt: Bytes; info: Bytes }, { raw }: { raw: Bytes }) => ({
    raw: new Uint8Array(hkdfSync('sha256', raw, salt, info, 32)),
  }),
  encrypt: async ({ iv, additionalData }: GcmParams, { raw }: { raw: Bytes }, plain: Bytes) => {
    const cipher = createCipheriv('aes-256-gcm', raw, iv)
    if (additionalData !== undefined) cipher.setAAD(additionalData)
    const text = [cipher.update(plain), cipher.final()]
    return toBytes(Buffer.concat([...text, cipher.getAuthTag()]))
  },
  decrypt: async ({ iv, additionalData }: GcmParams, { raw }: { raw: Bytes }, sealed: Bytes) => {
    const decipher = createDecipheriv('aes-256-gcm', raw, iv)
    if (additionalData !== undefined) decipher.setAAD(additionalData)
    decipher.setAuthTag(sealed.subarray(sealed.length - 16))
    return toBytes(Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]))
  },
  sign: async (_name: string, { raw }: { raw: Bytes }, data: Bytes) =>
    toBytes(createHmac('sha256', raw).update(data).digest()),
  verify: async (_name: string, { raw }: { raw: Bytes }, proof: Bytes, data: Bytes) => {
    const own = createHmac('sha256', raw).update(data).digest()
    return own.length === proof.length && timingSafeEqual(own, proof)
  },
}

interface GcmParams {
  readonly iv: Bytes
  readonly additionalData?: Bytes | undefined
}

function toBytes(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer
}
