import { serveOrders } from './server.js'

const { ISSUER, PORT = '3000' } = process.env
if (ISSUER === undefined) throw new Error('Set ISSUER to the address of an authorization server')
const { url } = await serveOrders({ port: Number(PORT), issuer: ISSUER })
console.log(url)
