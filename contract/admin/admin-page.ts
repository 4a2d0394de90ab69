/** Number of users, accounts or jobs on a page for administrators. */
export const adminPage = 25;
