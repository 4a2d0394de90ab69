/** How many people, accounts or jobs are on a page of what administrators see. */
export const adminPage = 25;
