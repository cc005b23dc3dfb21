/** What the dashboard's server side is given where it runs inside the bench itself. */
export const environmentForBench = {
  SERVICE_URL: 'http://127.0.0.1:9',
  NEXTAUTH_URL: 'http://127.0.0.1:3000',
  NEXTAUTH_SECRET: 'a secret of the bench that is long enough',
  MERCHANTS: JSON.stringify([
    {
      code: 'northwind',
      name: 'Northwind',
      publicKey: 'cfad88c5-7dcf-4872-8164-311701db9157',
      secretKey: 'bench',
      serviceId: 'desk',
      fallbackBuyerIp: '198.51.100.10',
    },
  ]),
}
