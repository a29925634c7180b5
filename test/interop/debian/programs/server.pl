# A server of the SDK for Perl, with one tool.
use Mojo::Base -strict, -signatures;
use MCP::Server;

my $server = MCP::Server->new(name => 'perl');
my $number = {type => 'integer'};
$server->tool(
  name         => 'add',
  description  => 'Adds two numbers',
  input_schema => {type => 'object', properties => {a => $number, b => $number}, required => ['a', 'b']},
  code         => sub ($tool, $args) { $args->{a} + $args->{b} . '' }
);
$server->to_stdio;
