/** How much of the platform's cryptography goes on at the moment: it takes real time, while that of a test stands still. */
export const cryptoWork = { pending: 0 }

const names = ['decrypt', 'deriveBits', 'deriveKey', 'digest', 'encrypt', 'importKey', 'sign', 'verify'] as const

for (const name of names) {
  const work: unknown = crypto.subtle[name]
  Object.defineProperty(crypto.subtle, name, {
    value: async (...args: unknown[]): Promise<unknown> => {
      cryptoWork.pending += 1
      try {
        return await Reflect.apply(work as () => Promise<unknown>, crypto.subtle, args) // the methods are all of this kind
      } finally {
        cryptoWork.pending -= 1
      }
    },
  })
}
